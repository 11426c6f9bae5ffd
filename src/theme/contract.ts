/**
 * The theme contract: every value a host may set, by kind. A name becomes the CSS variable
 * `--sluice-<name in kebab case>` on the root element; `theme.css` gives each its light and dark value.
 * @example
 * const colors = Object.entries(THEME_CONTRACT).filter(([, kind]) => kind === 'color')
 */
export const THEME_CONTRACT = {
  /** Background of the widget. */
  surface: 'color',
  /** Panels on the surface: amount fields, cards, rows. */
  field: 'color',
  /** A hovered panel. */
  fieldHover: 'color',
  /** Controls on a panel. */
  raised: 'color',
  /** Edges of the widget and of token buttons, and separator lines. */
  border: 'color',
  /** The outline of a panel. Transparent by default; forced colors show it. */
  fieldBorder: 'color',
  text: 'color',
  textMuted: 'color',
  /** The primary button, and text on it. */
  accent: 'color',
  accentHover: 'color',
  onAccent: 'color',
  /** Accent as a tint, and accent as text. */
  accentSoft: 'color',
  accentText: 'color',
  positive: 'color',
  positiveSoft: 'color',
  warning: 'color',
  warningSoft: 'color',
  negative: 'color',
  negativeSoft: 'color',
  focus: 'color',
  /** Shadows of the widget, of a control on a panel, and of a primary button. */
  shadow: 'shadow',
  shadowRaised: 'shadow',
  shadowButton: 'shadow',
  /**
   * Corners of the widget, of panels and main buttons, of controls, and of token buttons and chips.
   */
  radius: 'length',
  radiusField: 'length',
  radiusControl: 'length',
  radiusPill: 'length',
  /** The width of the edges that `border` and `fieldBorder` color. */
  borderWidth: 'length',
  /** Padding of the widget and the gap between its parts; padding of a panel. */
  space: 'length',
  spaceField: 'length',
  /** Widths of the widget with two columns, from 720px on, and with one column. */
  maxWidth: 'length',
  columnWidth: 'length',
  /**
   * Durations of transitions and of larger movements, such as rolling digits, and the easing of
   * both. Reduced motion sets the durations to 0.
   */
  duration: 'time',
  durationSlow: 'time',
  easing: 'easing',
  fontFamily: 'font',
  fontFamilyMono: 'font',
} as const satisfies Record<string, ThemeTokenKind>

export type ThemeTokenKind = 'color' | 'length' | 'shadow' | 'font' | 'time' | 'easing'
/**
 * The name of a theme token.
 * @example
 * const names: ThemeTokenName[] = ['accent', 'onAccent', 'radius']
 */
export type ThemeTokenName = keyof typeof THEME_CONTRACT
/**
 * Overrides of the theme, by name without prefix. `light-dark(#fff, #000)` sets a color for both
 * schemes.
 *
 * @example
 * const themeTokens: ThemeTokens = { accent: 'light-dark(#0a7d4b, #4fdc9b)', radius: '8px' }
 */
export type ThemeTokens = { readonly [Name in ThemeTokenName]?: string }

/** Returns the public CSS variable of a token: `accentSoft` is `--sluice-accent-soft`. */
export function themeVariable(name: ThemeTokenName): `--sluice-${string}` {
  return `--sluice-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export function isThemeTokenName(name: string): name is ThemeTokenName {
  return Object.hasOwn(THEME_CONTRACT, name)
}
