import { useEffect, useState } from 'react'

export const PAGE_THEMES = ['light', 'dark', 'system'] as const
type PageTheme = (typeof PAGE_THEMES)[number]

/** The page's theme. `?theme=dark` sets the initial one. */
export function usePageTheme() {
  const [theme, setTheme] = useState<PageTheme>(() => {
    const named = new URLSearchParams(location.search).get('theme')
    return named === 'dark' || named === 'light' ? named : 'system'
  })
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return [theme, setTheme] as const
}
