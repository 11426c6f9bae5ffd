import type { ThemeTokens } from '../contract.ts'

/**
 * A theme in cream and clay with a serif font.
 *
 * @example
 * const widget = <SwapWidget {...config} themeTokens={{ ...warm, radius: '8px' }} />
 */
export const warm = {
  surface: 'light-dark(#fffaf2, #1d1613)',
  field: 'light-dark(#f7ecdd, #291f1a)',
  fieldHover: 'light-dark(#f0e1cc, #352822)',
  raised: 'light-dark(#fffaf2, #3b2d26)',
  border: 'light-dark(#e7d6bd, #46362d)',
  text: 'light-dark(#2e1d12, #f7ece0)',
  textMuted: 'light-dark(#6e5641, #c3ab97)',
  accent: 'light-dark(#a8401f, #f0a07c)',
  accentHover: 'light-dark(#8c3216, #f6b799)',
  onAccent: 'light-dark(#fffaf2, #331206)',
  accentSoft: 'light-dark(#f6dccd, #452b20)',
  accentText: 'light-dark(#85300f, #f6b799)',
  positive: 'light-dark(#3d5c14, #b4d184)',
  positiveSoft: 'light-dark(#eaf1d8, #272e18)',
  warning: 'light-dark(#774800, #f0c173)',
  warningSoft: 'light-dark(#fbeac6, #372913)',
  negative: 'light-dark(#a01f2e, #ffa09c)',
  negativeSoft: 'light-dark(#fbe3e0, #421c1b)',
  focus: 'light-dark(#a8401f, #f0a07c)',
  shadow:
    '0 1px 2px light-dark(rgb(90 50 20 / 8%), rgb(0 0 0 / 40%)), 0 20px 44px -22px light-dark(rgb(90 50 20 / 32%), rgb(0 0 0 / 65%))',
  shadowRaised: '0 1px 3px light-dark(rgb(90 50 20 / 14%), rgb(0 0 0 / 30%))',
  radius: '20px',
  radiusField: '14px',
  radiusControl: '10px',
  fontFamily:
    '"Iowan Old Style", "Palatino Linotype", Palatino, "Source Serif 4", Georgia, "Liberation Serif", serif',
  duration: '180ms',
  durationSlow: '320ms',
} satisfies ThemeTokens
