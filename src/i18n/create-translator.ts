import { isolate } from './isolate.ts'
import { getBase } from './languages.ts'
import type { Message } from './message.ts'
import { MESSAGES_EN } from './messages-en.ts'
import type { MessageKey, Messages, Translate, Translator } from './types.ts'

/** The loaded texts by language, shared by all widgets. */
const texts: Record<string, Messages> = { en: { ...MESSAGES_EN } }

const FIRST_PAGE = Object.keys(MESSAGES_EN)

/** Adds texts that were loaded later, of other pages or languages. */
export function addMessages(messages: Messages, language = 'en'): void {
  texts[language] = Object.assign(texts[language] ?? {}, messages)
}

/** Returns whether a text is loaded in a language, by default a text of the first page. */
export function hasMessage(language: string, key: MessageKey = 'swap.title'): boolean {
  return texts[language]?.[key] !== undefined
}

/** Returns whether the texts of the lazy pages are loaded. Checks one text as a sample. */
export function hasPageMessages(language = 'en'): boolean {
  return hasMessage(language, 'settings.title')
}

export interface TranslatorOptions {
  /** The host's texts in the language of the locale. */
  messages?: Messages
  /** The language of all other texts. English until it is loaded. */
  language?: string
}

/** Translates into `language` and falls back to English per text. Formats numbers by `locale`. */
export function createTranslator(
  locale: string,
  { messages = {}, language = getBase(locale) }: TranslatorOptions = {},
): Translator {
  const own = texts[language] ? language : 'en'
  const sources = [
    [locale, messages],
    [own, texts[own]],
    ['en', texts.en],
  ] as const
  // The Chinese texts use the simplified script.
  const lang = countMissing(messages) * 2 < FIRST_PAGE.length ? locale : own === 'zh' ? 'zh-Hans' : own
  const direction = getDirection(lang)
  const latin = withLatinDigits(locale)
  const t: Translate = (key, ...[params]) => {
    const values: Record<string, string | number> = params ?? {}
    const [tag, source] = sources.find(([, found]) => found?.[key]) ?? []
    return fill(form(source?.[key] ?? '', values.count, tag), values, {
      locale: latin,
      isRtl: direction === 'rtl',
    })
  }
  return { locale: latin, lang, direction, t }
}

/**
 * Counts the first-page texts that a host omits. With most of them given, its texts count as a
 * language of their own.
 */
export function countMissing(messages: Messages): number {
  return FIRST_PAGE.filter((key) => messages[key as MessageKey] === undefined).length
}

/**
 * Returns the locale with the digits 0 to 9, in which amounts are typed and addresses are written.
 * Parsing an extension with `Intl` is slow, so the first page only appends it.
 */
function withLatinDigits(locale: string): string {
  const hasExtension = /-\w-/.test(locale)
  return hasExtension
    ? new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
    : `${locale}-u-nu-latn`
}

/** Selects the plural form of a message by the rules of its language. */
function form(message: Message, count: string | number | undefined, tag: string | undefined): string {
  if (typeof message === 'string') return message
  return message[new Intl.PluralRules(tag).select(Number(count))] ?? message.other
}

const PARAM = /\{(\w+)\}/g

/**
 * In right-to-left text each param is isolated, and so is a text without words, which is a number
 * or a ratio.
 */
function fill(
  text: string,
  values: Record<string, string | number>,
  { locale, isRtl }: { locale: string; isRtl: boolean },
): string {
  const hasWords = !isRtl || /\p{L}/u.test(text.replace(PARAM, ''))
  const filled = text.replace(PARAM, (hole, name: string) => {
    const value = values[name]
    if (value === undefined) return hole
    const written = typeof value === 'number' ? value.toLocaleString(locale) : value
    return isRtl && hasWords ? isolate(written, 'auto') : written
  })
  return hasWords ? filled : isolate(filled)
}

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi'])

/** Returns the text direction of a locale. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(getBase(locale)) ? 'rtl' : 'ltr'
}
