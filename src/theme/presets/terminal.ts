import type { ThemeTokens } from '../contract.ts'

/**
 * A theme in the style of a green terminal, with a monospaced font.
 *
 * @example
 * const widget = <SwapWidget {...config} themeTokens={terminal} />
 */
export const terminal = {
  surface: 'light-dark(#f3f5ee, #060a07)',
  field: 'light-dark(#e8ece0, #0d140f)',
  fieldHover: 'light-dark(#dde3d2, #142019)',
  raised: 'light-dark(#f9faf6, #16231b)',
  border: 'light-dark(#a9b59c, #2c4a38)',
  fieldBorder: 'light-dark(#c6cfbb, #1d3125)',
  text: 'light-dark(#10210f, #d5f5dc)',
  textMuted: 'light-dark(#465842, #86b594)',
  accent: 'light-dark(#1c5e2b, #4af07f)',
  accentHover: 'light-dark(#134a1f, #86f7a9)',
  onAccent: 'light-dark(#f6fff4, #03170a)',
  accentSoft: 'light-dark(#d3e6cf, #0f3a1f)',
  accentText: 'light-dark(#17532a, #6df598)',
  positive: 'light-dark(#17532a, #6df598)',
  positiveSoft: 'light-dark(#d3e6cf, #0d2c18)',
  warning: 'light-dark(#6b4600, #ffcb58)',
  warningSoft: 'light-dark(#f2e4bd, #2e2406)',
  negative: 'light-dark(#96231b, #ff8f85)',
  negativeSoft: 'light-dark(#f3d9d4, #361210)',
  focus: 'light-dark(#1c5e2b, #4af07f)',
  shadow: '0 0 48px -16px light-dark(rgb(28 94 43 / 25%), rgb(74 240 127 / 30%))',
  shadowRaised: 'none',
  shadowButton: '0 0 24px -6px light-dark(rgb(28 94 43 / 0%), rgb(74 240 127 / 55%))',
  radius: '6px',
  radiusField: '4px',
  radiusControl: '3px',
  radiusPill: '3px',
  fontFamily:
    '"JetBrains Mono", "IBM Plex Mono", ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  duration: '80ms',
  durationSlow: '160ms',
  easing: 'steps(4)',
} satisfies ThemeTokens
