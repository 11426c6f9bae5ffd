/** A sentence with `{params}`, or its plural forms chosen by the param `count`. */
export type Message = string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)
