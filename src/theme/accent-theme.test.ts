import { describe, expect, it } from 'vitest'
import { accentTheme } from './accent-theme.ts'
import { colorIn, findLowContrast } from './contrast.ts'
import { themeTokenProblem } from './theme-overrides.ts'

/** Colors of all hues in four steps of each channel, with black, white and grays. */
const STEPS = ['00', '55', 'aa', 'ff']
const COLORS = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
).concat('#7c3aed', '#f7931a', '#777777', '#8a8a00', '#0b6e4f')

describe('a theme derived from an accent', () => {
  it.each(['light', 'dark'] as const)(
    'has sufficient contrast in the %s scheme for every color',
    (scheme) => {
      const low = COLORS.flatMap((color) =>
        findLowContrast(accentTheme(color), scheme).map((pair) => ({ color, ...pair })),
      )
      expect(low).toEqual([])
    },
  )

  it('keeps a legible accent and has valid values only', () => {
    const theme = accentTheme('#7c3aed')
    expect(colorIn('light', theme.accent ?? '')).toBe('#7c3aed')
    expect(theme.accent).not.toBe(accentTheme('#0b6e4f').accent)
    const problems = Object.entries(theme).map(([name, value]) => themeTokenProblem(name, value))
    expect(problems.filter(Boolean)).toEqual([])
  })

  it('rejects another form of a color', () => {
    expect(() => accentTheme('red')).toThrow('accentTheme: expected a color as #rrggbb, received red')
  })
})
