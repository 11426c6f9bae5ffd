import { isThemeTokenName, THEME_CONTRACT, type ThemeTokenKind, themeVariable } from './contract.ts'

/** What is wrong with a host's theme token, as a sentence; undefined when it may be used. */
export function themeTokenProblem(name: string, value: unknown): string | undefined {
  if (!isThemeTokenName(name))
    return `is not a theme token; known are ${Object.keys(THEME_CONTRACT).join(', ')}`
  if (typeof value !== 'string' || value.trim() === '') return 'must be a CSS value'
  if (value.length > MAX_LENGTH) return `must be at most ${MAX_LENGTH} characters`
  const kind = THEME_CONTRACT[name]
  if (!ALLOWED_CHARACTERS.test(value)) return `must be a plain CSS ${kind}`
  for (const [, called] of value.matchAll(/([a-z-]*)\s*\(/gi)) {
    if (!ALLOWED_FUNCTIONS[kind].has((called ?? '').toLowerCase())) {
      return `must not call ${called || 'nothing'}()`
    }
  }
  return undefined
}

/** A host's overrides as inline custom properties. What is not safe is left out. */
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

/** No braces, semicolons, backslashes, colons, angle brackets, at-signs or bangs: a value cannot end itself. */
const ALLOWED_CHARACTERS = /^[\p{L}\p{N}#%.,()\s\-_/'"+*]+$/u

const COLOR_FUNCTIONS = [
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'color',
  'color-mix',
  'light-dark',
  'var',
]

/** Functions that load something, `url()` and `image-set()` above all, are in no list. */
const ALLOWED_FUNCTIONS: Record<ThemeTokenKind, ReadonlySet<string>> = {
  color: new Set(COLOR_FUNCTIONS),
  shadow: new Set(COLOR_FUNCTIONS),
  length: new Set(['calc', 'min', 'max', 'clamp', 'var']),
  font: new Set(['var']),
}
