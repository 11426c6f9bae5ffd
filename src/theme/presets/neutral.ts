import type { ThemeTokens } from '../contract.ts'

/**
 * A black and white theme that fits pages of any color.
 *
 * @example
 * const widget = <SwapWidget {...config} themeTokens={neutral} />
 */
export const neutral = {
  surface: 'light-dark(#ffffff, #111113)',
  field: 'light-dark(#f4f4f5, #1b1b1f)',
  fieldHover: 'light-dark(#ebebed, #25252a)',
  raised: 'light-dark(#ffffff, #2a2a30)',
  border: 'light-dark(#e2e2e5, #303036)',
  text: 'light-dark(#18181b, #f4f4f5)',
  textMuted: 'light-dark(#5b5b64, #a5a5b0)',
  accent: 'light-dark(#18181b, #f4f4f5)',
  accentHover: 'light-dark(#34343a, #ffffff)',
  onAccent: 'light-dark(#ffffff, #111113)',
  accentSoft: 'light-dark(#e4e4e7, #303036)',
  accentText: 'light-dark(#18181b, #f4f4f5)',
  positive: 'light-dark(#11683f, #6fd3a0)',
  positiveSoft: 'light-dark(#e3f3ea, #14291f)',
  warning: 'light-dark(#7a4a00, #eec16c)',
  warningSoft: 'light-dark(#fbf1dd, #2e2411)',
  negative: 'light-dark(#a8241f, #ff9d96)',
  negativeSoft: 'light-dark(#fceceb, #361a19)',
  focus: 'light-dark(#18181b, #f4f4f5)',
  shadow:
    '0 1px 2px light-dark(rgb(0 0 0 / 5%), rgb(0 0 0 / 40%)), 0 16px 40px -20px light-dark(rgb(0 0 0 / 20%), rgb(0 0 0 / 60%))',
  shadowRaised: '0 1px 2px light-dark(rgb(0 0 0 / 10%), rgb(0 0 0 / 30%))',
  radius: '16px',
  radiusField: '12px',
  radiusControl: '8px',
} satisfies ThemeTokens
