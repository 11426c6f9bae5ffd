import { type CSSProperties, type RefObject, useEffect } from 'react'
import { themeOverrides } from '../theme/theme-overrides.ts'

/**
 * Returns the style of a root element with the host's theme. A script sets it too, because a strict
 * content security policy blocks the style attribute in server-rendered HTML.
 */
export function useThemeStyle(
  root: RefObject<HTMLElement | null>,
  tokens: Readonly<Record<string, string>>,
): CSSProperties {
  const overrides = themeOverrides(tokens)
  useEffect(() => {
    for (const [name, value] of Object.entries(themeOverrides(tokens))) {
      root.current?.style.setProperty(name, value)
    }
  }, [root, tokens])
  return overrides as CSSProperties
}
