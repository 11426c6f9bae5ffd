import { THEME_CONTRACT, type ThemeTokenName, themeVariable } from './contract.ts'

/** The value of every token in the text of `theme.css`. Tests and the playground read the defaults there. */
export function readThemeCss(css: string): Record<ThemeTokenName, string> {
  const root = /\[data-sluice-root\] \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? ''
  const names = Object.keys(THEME_CONTRACT) as ThemeTokenName[]
  const values = names.map((name) => {
    const value = new RegExp(`${themeVariable(name)}:([^;]+);`).exec(root)?.[1]
    return [name, value?.replace(/\s+/g, ' ').trim() ?? '']
  })
  return Object.fromEntries(values) as Record<ThemeTokenName, string>
}
