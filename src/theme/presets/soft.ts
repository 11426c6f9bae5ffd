import type { ThemeTokens } from '../contract.ts'

/**
 * A violet theme with round corners and wide spacing.
 *
 * @example
 * const widget = <SwapWidget {...config} themeTokens={soft} />
 */
export const soft = {
  surface: 'light-dark(#ffffff, #16131f)',
  field: 'light-dark(#f5f2fd, #201b2d)',
  fieldHover: 'light-dark(#ece6fb, #2a243a)',
  raised: 'light-dark(#ffffff, #312a44)',
  border: 'light-dark(#e6dff6, #372f4c)',
  text: 'light-dark(#1d1433, #f1edfb)',
  textMuted: 'light-dark(#625877, #b1a6c8)',
  accent: 'light-dark(#6a3fd9, #b69bff)',
  accentHover: 'light-dark(#5830bd, #c9b5ff)',
  onAccent: 'light-dark(#ffffff, #1c0d45)',
  accentSoft: 'light-dark(#e9e1fd, #35294f)',
  accentText: 'light-dark(#5630b8, #cbb9ff)',
  positive: 'light-dark(#12683f, #77d9a8)',
  positiveSoft: 'light-dark(#e2f5ea, #15302a)',
  warning: 'light-dark(#7c4a00, #f2c571)',
  warningSoft: 'light-dark(#fdf1dc, #352a16)',
  negative: 'light-dark(#ad2140, #ff9bad)',
  negativeSoft: 'light-dark(#fdeaee, #3b1a28)',
  focus: 'light-dark(#6a3fd9, #b69bff)',
  shadow:
    '0 2px 6px light-dark(rgb(70 40 140 / 6%), rgb(0 0 0 / 30%)), 0 28px 64px -28px light-dark(rgb(70 40 140 / 32%), rgb(0 0 0 / 70%))',
  shadowRaised: '0 2px 8px light-dark(rgb(70 40 140 / 12%), rgb(0 0 0 / 30%))',
  shadowButton: '0 10px 24px -12px light-dark(rgb(106 63 217 / 70%), rgb(182 155 255 / 35%))',
  radius: '32px',
  radiusField: '22px',
  radiusControl: '16px',
  space: '14px',
  spaceField: '18px',
  fontFamily: 'ui-rounded, "SF Pro Rounded", "Nunito", "Quicksand", "Segoe UI", Roboto, Arial, sans-serif',
  duration: '200ms',
  durationSlow: '320ms',
  easing: 'cubic-bezier(0.2, 0.9, 0.3, 1.2)',
} satisfies ThemeTokens
