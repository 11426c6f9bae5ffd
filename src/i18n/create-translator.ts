import type { Message } from './message.ts'
import { MESSAGES_EN } from './messages-en.ts'
import type { Messages, Translate, Translator } from './types.ts'

const english: Messages = { ...MESSAGES_EN }

/** Adds the English texts of pages that are loaded later. */
export function addMessages(messages: Messages): void {
  Object.assign(english, messages)
}

/** Translates with `messages`, falling back to English; formats numbers by `locale`. */
export function createTranslator(locale: string, messages: Messages = {}): Translator {
  const plurals = new Intl.PluralRules(locale)
  const latin = withLatinDigits(locale)
  const numbers = new Intl.NumberFormat(latin)
  const t: Translate = (key, ...[params]) => {
    const message: Message = messages[key] ?? english[key] ?? ''
    const values: Record<string, string | number> = params ?? {}
    return fill(form(message, values.count, plurals), values, numbers)
  }
  return { locale: latin, lang: getLanguage(locale, messages), direction: getDirection(locale), t }
}

/** A locale whose texts the host does not give has those of the widget, which are English. */
function getLanguage(locale: string, messages: Messages): string {
  return /^en\b/i.test(locale) || Object.keys(messages).length ? locale : 'en'
}

/**
 * The locale with the digits 0 to 9. Amounts are typed, and addresses and texts written, with these: a screen has the
 * digits of one system.
 */
function withLatinDigits(locale: string): string {
  return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
}

function form(message: Message, count: string | number | undefined, plurals: Intl.PluralRules): string {
  if (typeof message === 'string') return message
  return message[plurals.select(Number(count))] ?? message.other
}

function fill(text: string, values: Record<string, string | number>, numbers: Intl.NumberFormat): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    if (value === undefined) return hole
    return typeof value === 'number' ? numbers.format(value) : value
  })
}

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** The text direction of a locale. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(locale.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr'
}
