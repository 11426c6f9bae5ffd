import { THEME_CONTRACT, type ThemeTokenName, themeVariable } from './contract.ts'

/** Reads the default of every token from the text of `theme.css`, for tests and the playground. */
export function readThemeCss(css: string): Record<ThemeTokenName, string> {
  const root = /\[data-sluice-root\] \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? ''
  const names = Object.keys(THEME_CONTRACT) as ThemeTokenName[]
  const values = names.map((name) => {
    const value = new RegExp(`${themeVariable(name)}:([^;]+);`).exec(root)?.[1]
    return [name, value?.replace(/\s+/g, ' ').trim() ?? '']
  })
  return Object.fromEntries(values) as Record<ThemeTokenName, string>
}
