import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { THEME_CONTRACT, type ThemeTokenName, themeVariable } from './contract.ts'
import { themeOverrides, themeTokenProblem } from './theme-overrides.ts'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const names = Object.keys(THEME_CONTRACT) as ThemeTokenName[]
const schemes = ['light', 'dark'] as const

describe('the theme contract', () => {
  it('has a value for every name, and no variable without a name', () => {
    const declared = [...css.matchAll(/(--sluice-[a-z-]+):/g)].map(([, variable]) => variable)
    expect(declared.sort()).toEqual(names.map(themeVariable).sort())
  })
})

const TEXT = 4.5
const SHAPE = 3
const pairs: [ThemeTokenName, ThemeTokenName, number][] = [
  ...(['surface', 'field', 'fieldHover', 'raised'] as const).flatMap(
    (ground): [ThemeTokenName, ThemeTokenName, number][] => [
      ['text', ground, 7],
      ['textMuted', ground, TEXT],
    ],
  ),
  ['onAccent', 'accent', TEXT],
  ['onAccent', 'accentHover', TEXT],
  ['accentText', 'surface', TEXT],
  ['accentText', 'field', TEXT],
  ['accentText', 'accentSoft', TEXT],
  ['accentText', 'raised', TEXT],
  ['positive', 'surface', TEXT],
  ['positive', 'field', TEXT],
  ['positive', 'positiveSoft', TEXT],
  ['warning', 'surface', TEXT],
  ['warning', 'field', TEXT],
  ['warning', 'warningSoft', TEXT],
  ['negative', 'surface', TEXT],
  ['negative', 'field', TEXT],
  ['negative', 'negativeSoft', TEXT],
  ['text', 'positiveSoft', TEXT],
  ['text', 'warningSoft', TEXT],
  ['text', 'negativeSoft', TEXT],
  ['text', 'accentSoft', TEXT],
  ['focus', 'surface', SHAPE],
  ['focus', 'field', SHAPE],
]

describe.each(schemes)('the %s theme', (scheme) => {
  it.each(pairs)('shows %s on %s with a contrast of at least %d', (ink, ground, least) => {
    expect(contrast(getColor(ink, scheme), getColor(ground, scheme))).toBeGreaterThanOrEqual(least)
  })
})

describe('theme tokens of a host', () => {
  it('become variables', () => {
    expect(themeOverrides({ accent: '#0a5', radiusField: 'calc(4px + 1em)' })).toEqual({
      '--sluice-accent': '#0a5',
      '--sluice-radius-field': 'calc(4px + 1em)',
    })
  })

  it.each([
    ['accent', 'red; background: url(//evil)'],
    ['accent', 'url(https://evil.example/x)'],
    ['accent', 'image-set("x" 1x)'],
    ['accent', '#fff} body{display:none'],
    ['accent', 'r\\65 d'],
    ['fontFamily', '</style><script>'],
    ['shadow', '0 0 1px paint(x)'],
    ['color', '#fff'],
    ['accent', ''],
    ['accent', 'a'.repeat(500)],
  ])('are left out when %s is %j', (name, value) => {
    expect(themeTokenProblem(name, value)).toBeTypeOf('string')
    expect(themeOverrides({ [name]: value })).toEqual({})
  })
})

function getColor(name: ThemeTokenName, scheme: (typeof schemes)[number]): string {
  const found = new RegExp(`${themeVariable(name)}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css)
  const value = found?.[scheme === 'light' ? 1 : 2]
  if (!value) throw new Error(`theme.css has no plain colors for ${name}`)
  return value
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
