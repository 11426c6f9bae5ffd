import { isolate } from './isolate.ts'
import { getBase } from './languages.ts'
import type { Message } from './message.ts'
import { MESSAGES_EN } from './messages-en.ts'
import type { MessageKey, Messages, Translate, Translator } from './types.ts'

/** The texts loaded so far, by language. They are the same for every widget. */
const texts: Record<string, Messages> = { en: { ...MESSAGES_EN } }

const FIRST_PAGE = Object.keys(MESSAGES_EN)

/** Adds texts that are loaded later: those of other pages, and of other languages. */
export function addMessages(messages: Messages, language = 'en'): void {
  texts[language] = Object.assign(texts[language] ?? {}, messages)
}

/** Whether a text is loaded in a language; by default, whether any is. */
export function hasMessage(language: string, key: MessageKey = 'swap.title'): boolean {
  return texts[language]?.[key] !== undefined
}

/** Whether the texts of the later pages are there. Any of them tells it. */
export function hasPageMessages(language = 'en'): boolean {
  return hasMessage(language, 'settings.title')
}

export interface TranslatorOptions {
  /** The host's texts, in the language of the locale. */
  messages?: Messages
  /** The language of all other texts. English while it is not loaded. */
  language?: string
}

/** Translates into `language`, falling back to English text by text; formats numbers by `locale`. */
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
  // The Chinese texts are in the simplified script.
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

/** How many texts of the first page a host does not give. With most of them its texts are a language of their own. */
export function countMissing(messages: Messages): number {
  return FIRST_PAGE.filter((key) => !(key in messages)).length
}

/**
 * The locale with the digits 0 to 9. Amounts are typed, and addresses and texts written, with these: a screen has the
 * digits of one system. `Intl` reads an extension slowly when it does so first, so the first page leaves it to what formats.
 */
function withLatinDigits(locale: string): string {
  const hasExtension = /-\w-/.test(locale)
  return hasExtension
    ? new Intl.Locale(locale, { numberingSystem: 'latn' }).toString()
    : `${locale}-u-nu-latn`
}

/** The form of a message for a count, by the rules of the language it is written in. */
function form(message: Message, count: string | number | undefined, tag: string | undefined): string {
  if (typeof message === 'string') return message
  return message[new Intl.PluralRules(tag).select(Number(count))] ?? message.other
}

const PARAM = /\{(\w+)\}/g

/** Inside a text from right to left each param keeps its own order, and a text without words is a number or a ratio. */
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

/** The text direction of a locale. */
export function getDirection(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(getBase(locale)) ? 'rtl' : 'ltr'
}
