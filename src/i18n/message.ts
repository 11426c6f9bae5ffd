/** A text with `{params}`, or its plural forms selected by the param `count`. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)
