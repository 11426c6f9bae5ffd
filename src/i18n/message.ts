/**
 * A text with `{params}`, or its plural forms selected by the param `count`.
 *
 * @example
 * const minutes: Message = { one: '{count} minute', other: '{count} minutes' }
 */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)
