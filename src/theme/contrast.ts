import type { ColorScheme } from './color-scheme.ts'
import type { ThemeTokenName, ThemeTokens } from './contract.ts'

/** The minimum contrast of text, and of other visible shapes: WCAG 2.2, 1.4.3 and 1.4.11. */
const TEXT = 4.5
const SHAPE = 3

type Pair = readonly [ink: ThemeTokenName, ground: ThemeTokenName, least: number]

const on = (ink: ThemeTokenName, grounds: readonly ThemeTokenName[], least = TEXT): Pair[] =>
  grounds.map((ground) => [ink, ground, least])

/**
 * The tokens that are shown on each other in the widget, with their minimum contrast. `textMuted`
 * is also the color of placeholders. Excludes `border` and `fieldBorder`, because no control is
 * recognized by its edge alone.
 */
export const CONTRAST_PAIRS: readonly Pair[] = [
  ...on('text', ['surface', 'field', 'fieldHover', 'raised'], 7),
  ...on('text', ['accentSoft', 'positiveSoft', 'warningSoft', 'negativeSoft']),
  ...on('textMuted', ['surface', 'field', 'fieldHover', 'raised']),
  ...on('onAccent', ['accent', 'accentHover']),
  ...on('accentText', ['surface', 'field', 'fieldHover', 'raised', 'accentSoft']),
  ...on('positive', ['surface', 'field', 'positiveSoft']),
  ...on('warning', ['surface', 'field', 'warningSoft']),
  ...on('negative', ['surface', 'field', 'negativeSoft']),
  ...on('focus', ['surface', 'field', 'raised'], SHAPE),
  ...on('accent', ['surface', 'field'], SHAPE),
]

export interface LowContrast {
  ink: ThemeTokenName
  ground: ThemeTokenName
  needed: number
  /** Undefined if a color is not in the form `#rrggbb`. */
  found: number | undefined
}

/** Returns the pairs of a whole theme whose contrast is too low in one scheme, or unknown. */
export function findLowContrast(tokens: ThemeTokens, scheme: ColorScheme): LowContrast[] {
  return CONTRAST_PAIRS.flatMap(([ink, ground, needed]) => {
    const [a, b] = [colorIn(scheme, tokens[ink] ?? ''), colorIn(scheme, tokens[ground] ?? '')]
    const found = a && b ? contrast(a, b) : undefined
    return found !== undefined && found >= needed ? [] : [{ ink, ground, needed, found }]
  })
}

/**
 * Returns the value of a color in one scheme: one side of `light-dark()`. Undefined unless it is a
 * hexadecimal color.
 */
export function colorIn(scheme: ColorScheme, value: string): string | undefined {
  const sides = /^light-dark\(\s*([^,]+?)\s*,\s*([^,]+?)\s*\)$/.exec(value.trim())
  const color = sides ? sides[scheme === 'light' ? 1 : 2] : value.trim()
  return color && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined
}

/** Returns the contrast of two colors as `#rrggbb`: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
