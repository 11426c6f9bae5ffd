import { messages as ar } from '../src/i18n/languages/ar.ts'
import { messages as arPages } from '../src/i18n/languages/ar-pages.ts'
import { messages as de } from '../src/i18n/languages/de.ts'
import { messages as dePages } from '../src/i18n/languages/de-pages.ts'
import { messages as fa } from '../src/i18n/languages/fa.ts'
import { messages as faPages } from '../src/i18n/languages/fa-pages.ts'
import { messages as he } from '../src/i18n/languages/he.ts'
import { messages as hePages } from '../src/i18n/languages/he-pages.ts'
import { messages as hi } from '../src/i18n/languages/hi.ts'
import { messages as hiPages } from '../src/i18n/languages/hi-pages.ts'
import { messages as ja } from '../src/i18n/languages/ja.ts'
import { messages as jaPages } from '../src/i18n/languages/ja-pages.ts'
import type { Message } from '../src/i18n/message.ts'
import { MESSAGES_EN } from '../src/i18n/messages-en.ts'
import { PAGE_MESSAGES_EN } from '../src/i18n/page-messages-en.ts'
import type { MessageKey } from '../src/i18n/types.ts'

type Texts = Record<string, Message>

const ENGLISH: Texts = { ...MESSAGES_EN, ...PAGE_MESSAGES_EN }
const LANGUAGES = {
  en: ENGLISH,
  ar: { ...ar, ...arPages } as Texts,
  de: { ...de, ...dePages } as Texts,
  fa: { ...fa, ...faPages } as Texts,
  he: { ...he, ...hePages } as Texts,
  hi: { ...hi, ...hiPages } as Texts,
  ja: { ...ja, ...jaPages } as Texts,
}

/** The languages in which a driver can speak to a widget. */
export type SpokenLanguage = keyof typeof LANGUAGES

/** What a widget says in its language. */
export class Words {
  readonly #texts: Texts

  constructor(language: SpokenLanguage = 'en') {
    this.#texts = LANGUAGES[language]
  }

  /** A text by the English one, which may stand for several. What is no text of the widget stays: the name of a wallet. */
  say(english: string, { exact = false } = {}): string | RegExp {
    const keys = Object.keys(ENGLISH).filter((key) => ENGLISH[key] === english)
    if (this.#texts === ENGLISH || keys.length === 0) return english
    const pattern = keys.map((key) => escapePattern(this.#template(key))).join('|')
    return new RegExp(exact ? `^(?:${pattern})$` : pattern)
  }

  /** Matches a text with any params, or with these, between the marks that keep their order. */
  like(key: MessageKey, params: Record<string, string> = {}): RegExp {
    const parts = this.#template(key).split(/\{(\w+)\}/)
    const pattern = parts.map((part, index) =>
      index % 2 === 0
        ? escapePattern(part)
        : `[\u2066-\u2069]*${escapePattern(params[part] ?? '') || '.*'}[\u2066-\u2069]*`,
    )
    return new RegExp(`^${pattern.join('')}`)
  }

  #template(key: string): string {
    const message = this.#texts[key] ?? ENGLISH[key] ?? ''
    return typeof message === 'string' ? message : message.other
  }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
