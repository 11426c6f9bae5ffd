import type { ThemeTokens } from '../contract.ts'

/**
 * A theme with a contrast of at least 7:1 for all text and an outline around each panel. No
 * information depends on a shadow or a tint.
 *
 * @example
 * const widget = <SwapWidget {...config} themeTokens={contrast} />
 */
export const contrast = {
  surface: 'light-dark(#ffffff, #000000)',
  field: 'light-dark(#ffffff, #000000)',
  fieldHover: 'light-dark(#e6e6e6, #262626)',
  raised: 'light-dark(#ffffff, #000000)',
  border: 'light-dark(#000000, #ffffff)',
  fieldBorder: 'light-dark(#000000, #ffffff)',
  text: 'light-dark(#000000, #ffffff)',
  textMuted: 'light-dark(#2e2e2e, #d9d9d9)',
  accent: 'light-dark(#00329a, #ffe14a)',
  accentHover: 'light-dark(#001f66, #fff0a3)',
  onAccent: 'light-dark(#ffffff, #000000)',
  accentSoft: 'light-dark(#e3ecff, #2e2800)',
  accentText: 'light-dark(#00329a, #ffe14a)',
  positive: 'light-dark(#004d26, #6dffb0)',
  positiveSoft: 'light-dark(#e6f9ee, #00240f)',
  warning: 'light-dark(#5c3300, #ffce5c)',
  warningSoft: 'light-dark(#fff3d6, #2b1d00)',
  negative: 'light-dark(#8a0000, #ffb3ad)',
  negativeSoft: 'light-dark(#ffecea, #330300)',
  focus: 'light-dark(#b8007a, #52d9ff)',
  shadow: 'none',
  shadowRaised: 'none',
  radius: '12px',
  radiusField: '8px',
  radiusControl: '6px',
  borderWidth: '2px',
  duration: '0s',
  durationSlow: '0s',
} satisfies ThemeTokens
