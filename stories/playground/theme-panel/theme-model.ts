import * as themes from '../../../src/exports/themes.ts'
import type { ColorScheme } from '../../../src/theme/color-scheme.ts'
import { THEME_CONTRACT, type ThemeTokenName, type ThemeTokens } from '../../../src/theme/contract.ts'
import { colorIn } from '../../../src/theme/contrast.ts'
import { readThemeCss } from '../../../src/theme/read-theme-css.ts'
import css from '../../../src/theme/theme.css?raw'

const { THEME_CONTRACT: _, ...presets } = themes

/** The presets of the package, and the theme of a widget without tokens. */
export const PRESETS: Readonly<Record<string, ThemeTokens>> = { default: {}, ...presets }
const DEFAULTS = readThemeCss(css)

export const TOKEN_NAMES = Object.keys(THEME_CONTRACT) as ThemeTokenName[]
export const COLOR_NAMES = TOKEN_NAMES.filter((name) => THEME_CONTRACT[name] === 'color')

/** The tokens that a range sets, with its limit. */
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

/** The tokens that are written as text. */
export const TEXTS = TOKEN_NAMES.filter(
  (name) => THEME_CONTRACT[name] !== 'color' && !RANGES.some((range) => range.name === name),
)

/** Every token, also those that are not overridden. */
export function wholeTheme(tokens: ThemeTokens): Record<ThemeTokenName, string> {
  return { ...DEFAULTS, ...tokens }
}

/** The name of the preset that the tokens are; undefined for others. */
export function presetOf(tokens: ThemeTokens): string | undefined {
  const same = (one: ThemeTokens) => TOKEN_NAMES.every((name) => one[name] === tokens[name])
  return Object.keys(PRESETS).find((name) => same(PRESETS[name] ?? {}))
}

/** The tokens with one of them changed; a default value is no override. */
export function withToken(tokens: ThemeTokens, name: ThemeTokenName, value: string): ThemeTokens {
  const { [name]: _old, ...others } = tokens
  return value === DEFAULTS[name] ? others : { ...others, [name]: value }
}

/** A color of both schemes with the one of `scheme` changed. What is no color yet starts as that of the other scheme. */
export function withSide(value: string, scheme: ColorScheme, color: string): string {
  const light = scheme === 'light' ? color : (colorIn('light', value) ?? color)
  const dark = scheme === 'dark' ? color : (colorIn('dark', value) ?? color)
  return `light-dark(${light}, ${dark})`
}
