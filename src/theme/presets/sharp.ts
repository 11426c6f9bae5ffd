import type { ThemeTokens } from '../contract.ts'

/**
 * A theme with square corners, heavy lines and hard shadows.
 *
 * @example
 * const widget = <SwapWidget {...config} themeTokens={sharp} />
 */
export const sharp = {
  surface: 'light-dark(#fffdf4, #141414)',
  field: 'light-dark(#ffffff, #1e1e1e)',
  fieldHover: 'light-dark(#fff0b8, #33301f)',
  raised: 'light-dark(#ffdf57, #4a3f0c)',
  border: 'light-dark(#141414, #f5f0df)',
  fieldBorder: 'light-dark(#141414, #f5f0df)',
  text: 'light-dark(#141414, #faf6e8)',
  textMuted: 'light-dark(#4a4639, #cbc5b2)',
  accent: 'light-dark(#ff5c26, #ff7a4a)',
  accentHover: 'light-dark(#ff7a4a, #ff9a75)',
  onAccent: 'light-dark(#140500, #140500)',
  accentSoft: 'light-dark(#ffe2d6, #43210f)',
  accentText: 'light-dark(#8f2800, #ffb59a)',
  positive: 'light-dark(#0b5a35, #6fe0a4)',
  positiveSoft: 'light-dark(#cff5df, #0f3122)',
  warning: 'light-dark(#6b3f00, #ffd166)',
  warningSoft: 'light-dark(#ffeab3, #382b08)',
  negative: 'light-dark(#9c1414, #ff9c94)',
  negativeSoft: 'light-dark(#ffdcd8, #411715)',
  focus: 'light-dark(#1f3bff, #8fa2ff)',
  shadow: '6px 6px 0 light-dark(#141414, #f5f0df)',
  shadowRaised: '2px 2px 0 light-dark(#141414, #f5f0df)',
  shadowButton: 'inset 0 0 0 2px light-dark(#141414, #f5f0df), 3px 3px 0 light-dark(#141414, #f5f0df)',
  radius: '0px',
  radiusField: '0px',
  radiusControl: '0px',
  radiusPill: '0px',
  borderWidth: '2px',
  fontFamily: '"Space Grotesk", "Archivo", "Helvetica Neue", "Liberation Sans", Arial, sans-serif',
  duration: '60ms',
  durationSlow: '120ms',
  easing: 'steps(2)',
} satisfies ThemeTokens
