import type { ColorScheme } from './color-scheme.ts'
import type { ThemeTokenName, ThemeTokens } from './contract.ts'
import { CONTRAST_PAIRS, contrast } from './contrast.ts'

/** Lightness (0 to 1), chroma and hue of the OKLCH color space. */
interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

/** Lightness and maximum chroma of the colors that are a tint of the accent, by scheme. */
const TINTS = {
  light: {
    surface: [1, 0],
    field: [0.97, 0.008],
    fieldHover: [0.945, 0.014],
    raised: [1, 0],
    border: [0.905, 0.018],
    text: [0.2, 0.03],
    textMuted: [0.47, 0.03],
    accentSoft: [0.93, 0.04],
  },
  dark: {
    surface: [0.185, 0.012],
    field: [0.23, 0.016],
    fieldHover: [0.265, 0.02],
    raised: [0.295, 0.022],
    border: [0.33, 0.024],
    text: [0.96, 0.008],
    textMuted: [0.76, 0.02],
    accentSoft: [0.3, 0.06],
  },
} as const satisfies Record<ColorScheme, Partial<Record<ThemeTokenName, readonly [number, number]>>>

/** Colors with a meaning of their own, which an accent does not change. */
const FIXED = {
  light: {
    positive: '#0f6b45',
    positiveSoft: '#e1f4ea',
    warning: '#7e4b00',
    warningSoft: '#fdf2dc',
    negative: '#ab231c',
    negativeSoft: '#fdecea',
  },
  dark: {
    positive: '#63d69d',
    positiveSoft: '#112e20',
    warning: '#f3c063',
    warningSoft: '#33270d',
    negative: '#ff968f',
    negativeSoft: '#3a1a18',
  },
} as const satisfies Record<ColorScheme, ThemeTokens>

const STEP = 0.01

/**
 * Derives a whole theme for both schemes from one color. Contrast follows WCAG 2.2 AA for every
 * color, so that a very light or dark accent is changed where it would be illegible.
 * @param accent a color as `#rrggbb`
 * @throws a `TypeError` for another form
 * @example
 * const widget = <SwapWidget {...config} themeTokens={accentTheme('#7c3aed')} />
 */
export function accentTheme(accent: string): ThemeTokens {
  if (!/^#[0-9a-f]{6}$/i.test(accent))
    throw new TypeError(`accentTheme: expected a color as #rrggbb, received ${accent}`)
  const light = deriveColors(toOklch(accent), 'light')
  const dark = deriveColors(toOklch(accent), 'dark')
  const names = Object.keys(light) as ThemeTokenName[]
  return Object.fromEntries(names.map((name) => [name, `light-dark(${light[name]}, ${dark[name]})`]))
}

function deriveColors(accent: Oklch, scheme: ColorScheme): ThemeTokens {
  const tints = Object.entries(TINTS[scheme]).map(([name, [lightness, chroma]]) => [
    name,
    toHex({ ...accent, lightness, chroma: Math.min(accent.chroma, chroma) }),
  ])
  const tokens: Record<string, string> = { ...Object.fromEntries(tints), ...FIXED[scheme] }
  const away = scheme === 'light' ? -STEP : STEP
  const add = (name: ThemeTokenName, color: Oklch) => {
    tokens[name] = toHex(moveUntilLegible(color, { name, tokens, step: away }))
  }
  add('textMuted', toOklch(String(tokens.textMuted)))
  add('accent', accent)
  const [white, black] = ['#ffffff', toHex({ ...accent, lightness: 0.16, chroma: 0.02 })]
  const main = String(tokens.accent)
  const isWhite = contrast(white, main) >= contrast(black, main)
  tokens.onAccent = isWhite ? white : black
  // The button and its text move apart, where the color is neither light nor dark.
  const fromText = isWhite ? -STEP : STEP
  let ground = toOklch(main)
  while (contrast(tokens.onAccent, toHex(ground)) < 4.5) ground = move(ground, fromText)
  tokens.accent = toHex(ground)
  tokens.accentHover = toHex(move(ground, fromText * 6))
  add('accentText', accent)
  add('focus', toOklch(String(tokens.accentText)))
  return tokens
}

/** Changes the lightness until the color is legible on all grounds that are known. */
function moveUntilLegible(
  color: Oklch,
  { name, tokens, step }: { name: ThemeTokenName; tokens: Record<string, string>; step: number },
): Oklch {
  const pairs = CONTRAST_PAIRS.filter(([ink, ground]) => ink === name && tokens[ground])
  const isLegible = (hex: string) =>
    pairs.every(([, ground, least]) => contrast(hex, String(tokens[ground])) >= least)
  let found = color
  const limit = step < 0 ? 0 : 1
  while (!isLegible(toHex(found)) && found.lightness !== limit) found = move(found, step)
  return found
}

function move(color: Oklch, by: number): Oklch {
  return { ...color, lightness: Math.min(1, Math.max(0, color.lightness + by)) }
}

/** The matrices of the OKLab color space by Björn Ottosson. */
function toOklch(hex: string): Oklch {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

/** Reduces the chroma until the color is in sRGB. */
function toHex(color: Oklch): string {
  const parts = toLinear(color)
  if (color.chroma > 0.001 && parts.some((part) => part < -0.0005 || part > 1.0005))
    return toHex({ ...color, chroma: color.chroma - 0.002 })
  const bytes = parts.map((part) => {
    const value = Math.min(1, Math.max(0, part))
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${bytes.join('')}`
}

function toLinear({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}
