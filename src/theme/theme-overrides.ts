import { isThemeTokenName, THEME_CONTRACT, type ThemeTokenKind, themeVariable } from './contract.ts'

/**
 * Returns a description of the expected value for an invalid theme token. Undefined for a valid
 * one.
 */
export function themeTokenProblem(name: string, value: unknown): string | undefined {
  if (!isThemeTokenName(name)) return `the name of a theme token (${Object.keys(THEME_CONTRACT).join(', ')})`
  const kind = THEME_CONTRACT[name]
  if (typeof value !== 'string' || value.trim() === '') return `a CSS ${kind}`
  if (value.length > MAX_LENGTH) return `a CSS ${kind} of at most ${MAX_LENGTH} characters`
  if (!ALLOWED_CHARACTERS.test(value)) return `a plain CSS ${kind}`
  for (const [, called = ''] of value.matchAll(/([a-z-]*)\s*\(/gi)) {
    if (!ALLOWED_FUNCTIONS[kind].test(called.toLowerCase())) return `a CSS ${kind} without ${called}()`
  }
  return undefined
}

/** Returns a host's overrides as inline custom properties. Omits invalid values. */
export function themeOverrides(
  tokens: Readonly<Record<string, string>>,
): Record<`--sluice-${string}`, string> {
  const style: Record<`--sluice-${string}`, string> = {}
  for (const [name, value] of Object.entries(tokens)) {
    if (isThemeTokenName(name) && themeTokenProblem(name, value) === undefined) {
      style[themeVariable(name)] = value.trim()
    }
  }
  return style
}

const MAX_LENGTH = 200

/**
 * Excludes braces, semicolons, backslashes, colons, angle brackets, "@" and "!", so that a value
 * cannot close its declaration.
 */
const ALLOWED_CHARACTERS = /^[\p{L}\p{N}#%.,()\s\-_/'"+*]+$/u

const COLOR = /^(?:rgba?|hsla?|hwb|(?:ok)?l(?:ab|ch)|color(?:-mix)?|light-dark|var)$/

/** The allowed CSS functions by kind. They load no resource, unlike `url()` and `image-set()`. */
const ALLOWED_FUNCTIONS: Record<ThemeTokenKind, RegExp> = {
  color: COLOR,
  shadow: COLOR,
  length: /^(?:calc|min|max|clamp|var)$/,
  font: /^var$/,
  time: /^(?:calc|var)$/,
  easing: /^(?:cubic-bezier|linear|steps|var)$/,
}
