import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { THEME_CONTRACT, type ThemeTokenName, type ThemeTokens, themeVariable } from './contract.ts'
import { CONTRAST_PAIRS, colorIn, contrast, findLowContrast } from './contrast.ts'
import { contrast as contrastPreset } from './presets/contrast.ts'
import { neutral } from './presets/neutral.ts'
import { sharp } from './presets/sharp.ts'
import { soft } from './presets/soft.ts'
import { terminal } from './presets/terminal.ts'
import { warm } from './presets/warm.ts'
import { readThemeCss } from './read-theme-css.ts'
import { themeOverrides, themeTokenProblem } from './theme-overrides.ts'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const names = Object.keys(THEME_CONTRACT) as ThemeTokenName[]
const schemes = ['light', 'dark'] as const
const defaults = readThemeCss(css)
const presets = { contrast: contrastPreset, neutral, sharp, soft, terminal, warm }
const themes: [string, ThemeTokens][] = [['default', defaults], ...Object.entries(presets)]

describe('the theme contract', () => {
  it('has a value for every name and no unnamed variable', () => {
    const declared = new Set([...css.matchAll(/(--sluice-[a-z-]+):/g)].map(([, variable]) => variable))
    expect([...declared].sort()).toEqual(names.map(themeVariable).sort())
  })

  it('is documented in the guide with each default', () => {
    const guide = readFileSync(new URL('../../docs/content/guides/theming.md', import.meta.url), 'utf8')
    const section = guide.split('## Tokens\n')[1]?.split(/\n##/)[0] ?? ''
    const rows = [...section.matchAll(/^\| `([A-Za-z]+)` +\| (\w+) +\| (.+?) +\| /gm)]
    const written = rows.map(([, name, kind, value]) => [name, kind, value?.replaceAll('`', '')])
    const expected = names.map((name) => [name, THEME_CONTRACT[name], documented(defaults[name])])
    expect(written).toEqual(expected)
  })
})

describe.each(themes)('the theme %s', (name, tokens) => {
  it.each(schemes)('has sufficient contrast in the %s scheme', (scheme) => {
    expect(CONTRAST_PAIRS.length).toBeGreaterThan(30)
    expect(findLowContrast(tokens, scheme)).toEqual([])
    if (name !== 'contrast') return
    const least = CONTRAST_PAIRS.filter(([, , needed]) => needed > 3).map(([ink, ground]) =>
      contrast(color(tokens, ink, scheme), color(tokens, ground, scheme)),
    )
    expect(Math.min(...least)).toBeGreaterThanOrEqual(7)
    const edges = (['border', 'fieldBorder'] as const).flatMap((edge) =>
      (['surface', 'field', 'fieldHover', 'raised'] as const).map((ground) =>
        contrast(color(tokens, edge, scheme), color(tokens, ground, scheme)),
      ),
    )
    expect(Math.min(...edges)).toBeGreaterThanOrEqual(7)
  })

  it('sets only tokens of the contract with valid values', () => {
    const tokensByName = Object.entries(tokens)
    const problems = tokensByName.map(([token, value]) => themeTokenProblem(token, value)).filter(Boolean)
    expect(problems).toEqual([])
    expect(tokensByName.map(([token]) => token)).toEqual(
      expect.arrayContaining(
        names.filter((token) => THEME_CONTRACT[token] === 'color' && token !== 'fieldBorder'),
      ),
    )
  })
})

describe('the contrast of a theme', () => {
  it('is reported for pairs below the minimum, and is unknown for non-hexadecimal colors', () => {
    const gray = { ...defaults, textMuted: 'light-dark(#9aa5a8, #9bafb3)', focus: 'var(--mine)' }
    const [muted, ...others] = findLowContrast(gray, 'light')
    expect(muted).toMatchObject({ ink: 'textMuted', ground: 'surface', needed: 4.5 })
    expect(muted?.found).toBeCloseTo(2.5, 0)
    expect(others.filter(({ ink }) => ink === 'focus').map(({ found }) => found)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(findLowContrast(gray, 'dark').every(({ ink }) => ink === 'focus')).toBe(true)
  })
})

describe('the theme tokens of a host', () => {
  it('become variables', () => {
    expect(
      themeOverrides({ accent: '#0a5', radiusField: 'calc(4px + 1em)', easing: 'cubic-bezier(0, 0, 1, 1)' }),
    ).toEqual({
      '--sluice-accent': '#0a5',
      '--sluice-radius-field': 'calc(4px + 1em)',
      '--sluice-easing': 'cubic-bezier(0, 0, 1, 1)',
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
    ['duration', 'attr(x)'],
    ['easing', 'url(x)'],
    ['color', '#fff'],
    ['accent', ''],
    ['accent', 'a'.repeat(500)],
  ])('are omitted when %s is %j', (name, value) => {
    expect(themeTokenProblem(name, value)).toBeTypeOf('string')
    expect(themeOverrides({ [name]: value })).toEqual({})
  })
})

/** Lists, as of shadows and fonts, are not repeated in the guide. */
function documented(value = ''): string {
  const sides = /^light-dark\((.+), (.+)\)$/.exec(value)
  if (sides) return `${sides[1]}, ${sides[2]}`
  return value.includes(',') || value.includes('light-dark') ? 'theme.css' : value
}

function color(tokens: ThemeTokens, name: ThemeTokenName, scheme: (typeof schemes)[number]): string {
  const found = colorIn(scheme, tokens[name] ?? '')
  if (!found) throw new Error(`${name} is no plain color: ${tokens[name]}`)
  return found
}
