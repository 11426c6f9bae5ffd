/**
 * The theme contract: every value a host may set, by kind. A name becomes the CSS variable
 * `--sluice-<name in kebab case>` on the root element; `theme.css` gives each its light and dark value.
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
  border: 'color',
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
  /** Of the widget, and of a control on a panel. */
  shadow: 'shadow',
  shadowRaised: 'shadow',
  radius: 'length',
  radiusField: 'length',
  radiusControl: 'length',
  maxWidth: 'length',
  fontFamily: 'font',
  fontFamilyMono: 'font',
} as const satisfies Record<string, ThemeTokenKind>

export type ThemeTokenKind = 'color' | 'length' | 'shadow' | 'font'
export type ThemeTokenName = keyof typeof THEME_CONTRACT

/** The public CSS variable of a token: `accentSoft` is `--sluice-accent-soft`. */
export function themeVariable(name: ThemeTokenName): `--sluice-${string}` {
  return `--sluice-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

export function isThemeTokenName(name: string): name is ThemeTokenName {
  return Object.hasOwn(THEME_CONTRACT, name)
}
