import type { Language } from './languages.ts'
import type { Message } from './message.ts'
import type { MESSAGES_EN } from './messages-en.ts'
import type { PAGE_MESSAGES_EN } from './page-messages-en.ts'

type English = typeof MESSAGES_EN & typeof PAGE_MESSAGES_EN

export type MessageKey = keyof English

/**
 * The messages of another language by key. A missing key falls back to English.
 *
 * @example
 * const messages: Messages = { 'review.title': 'Prüfen' }
 */
export type Messages = Partial<Record<MessageKey, Message>>

/**
 * The host's messages in its own language, and in other languages under their tags. Omitted ones
 * keep the default text.
 *
 * @example
 * const messages: LanguageMessages = {
 *   'review.title': 'Check your swap',
 *   de: { 'review.title': 'Tausch prüfen' },
 * }
 */
export type LanguageMessages = Messages & { readonly [language in Language]?: Messages }

type ParamsIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamsIn<Rest> : never

type ParamsOf<Key extends MessageKey> = English[Key] extends infer Found
  ? Found extends string
    ? ParamsIn<Found>
    : 'count' | { [Rule in keyof Found]: ParamsIn<Found[Rule]> }[keyof Found]
  : never

type MessageParams<Key extends MessageKey> = {
  [Name in ParamsOf<Key>]: Name extends 'count' ? number : string | number
}

/** Returns the message of `key` with its params filled in. */
export type Translate = <Key extends MessageKey>(
  key: Key,
  ...params: [ParamsOf<Key>] extends [never] ? [] : [MessageParams<Key>]
) => string

export interface Translator {
  /** BCP 47 tag for numbers and dates. */
  locale: string
  /** BCP 47 tag of the texts, for the attribute `lang`. */
  lang: string
  direction: 'ltr' | 'rtl'
  t: Translate
}
