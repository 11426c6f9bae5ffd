import * as themes from '../../../src/exports/themes.ts'
import type { ColorScheme } from '../../../src/theme/color-scheme.ts'
import { THEME_CONTRACT, type ThemeTokenName, type ThemeTokens } from '../../../src/theme/contract.ts'
import { colorIn } from '../../../src/theme/contrast.ts'
import { readThemeCss } from '../../../src/theme/read-theme-css.ts'
import css from '../../../src/theme/theme.css?raw'

const { THEME_CONTRACT: _, accentTheme: _derived, ...presets } = themes

/** The presets of the package, and the theme of a widget without tokens. */
export const PRESETS: Readonly<Record<string, ThemeTokens>> = { default: {}, ...presets }
const DEFAULTS = readThemeCss(css)

export const TOKEN_NAMES = Object.keys(THEME_CONTRACT) as ThemeTokenName[]
export const COLOR_NAMES = TOKEN_NAMES.filter((name) => THEME_CONTRACT[name] === 'color')

/** The tokens that a slider sets, with its limit. */
export const RANGES = [
  { name: 'radius', unit: 'px', max: 40 },
  { name: 'radiusField', unit: 'px', max: 32 },
  { name: 'radiusControl', unit: 'px', max: 24 },
  { name: 'radiusPill', unit: 'px', max: 40 },
  { name: 'borderWidth', unit: 'px', max: 4 },
  { name: 'space', unit: 'px', max: 24 },
  { name: 'spaceField', unit: 'px', max: 28 },
  { name: 'maxWidth', unit: 'px', max: 1200 },
  { name: 'columnWidth', unit: 'px', max: 640 },
  { name: 'duration', unit: 'ms', max: 400 },
] as const satisfies readonly { name: ThemeTokenName; unit: string; max: number }[]

/** The tokens that are entered as text. */
export const TEXTS = TOKEN_NAMES.filter(
  (name) => THEME_CONTRACT[name] !== 'color' && !RANGES.some((range) => range.name === name),
)

/** Returns every token, including the ones without an override. */
export function wholeTheme(tokens: ThemeTokens): Record<ThemeTokenName, string> {
  return { ...DEFAULTS, ...tokens }
}

/** Returns the name of the preset with these tokens. Undefined if none matches. */
export function presetOf(tokens: ThemeTokens): string | undefined {
  const same = (one: ThemeTokens) => TOKEN_NAMES.every((name) => one[name] === tokens[name])
  return Object.keys(PRESETS).find((name) => same(PRESETS[name] ?? {}))
}

/** Returns the tokens with one changed. A default value removes the override. */
export function withToken(tokens: ThemeTokens, name: ThemeTokenName, value: string): ThemeTokens {
  const { [name]: _old, ...others } = tokens
  return value === DEFAULTS[name] ? others : { ...others, [name]: value }
}

/**
 * Returns a color of both schemes with the one of `scheme` changed. An invalid color of the other
 * scheme gets the same value.
 */
export function withSide(value: string, scheme: ColorScheme, color: string): string {
  const light = scheme === 'light' ? color : (colorIn('light', value) ?? color)
  const dark = scheme === 'dark' ? color : (colorIn('dark', value) ?? color)
  return `light-dark(${light}, ${dark})`
}
