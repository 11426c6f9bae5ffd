import { readFileSync } from 'node:fs'
import type { Message } from '../src/i18n/message.ts'
import { MESSAGES_EN } from '../src/i18n/messages-en.ts'
import { PAGE_MESSAGES_EN } from '../src/i18n/page-messages-en.ts'
import type { MessageKey } from '../src/i18n/types.ts'

type Texts = Record<string, Message>

const ENGLISH: Texts = { ...MESSAGES_EN, ...PAGE_MESSAGES_EN }

/** The languages that a driver supports. */
export type DriverLanguage = 'en' | 'ar' | 'de' | 'fa' | 'he' | 'hi' | 'ja'

/** The texts of a widget in its language. */
export class WidgetTexts {
  readonly #texts: Texts

  constructor(language: DriverLanguage = 'en') {
    this.#texts = language === 'en' ? ENGLISH : readTexts(language)
  }

  /**
   * Returns a text by its English version, which may belong to several keys. Keeps texts that are
   * not the widget's, such as the name of a wallet.
   */
  find(english: string, { exact = false } = {}): string | RegExp {
    const keys = Object.keys(ENGLISH).filter((key) => ENGLISH[key] === english)
    if (this.#texts === ENGLISH || keys.length === 0) return english
    const pattern = keys.map((key) => escapePattern(this.#template(key))).join('|')
    return new RegExp(exact ? `^(?:${pattern})$` : pattern)
  }

  /** Matches a text with any params, or with these, between direction marks. */
  match(key: MessageKey, params: Record<string, string> = {}): RegExp {
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

function readTexts(language: DriverLanguage): Texts {
  const file = new URL(`../src/i18n/languages/${language}.json`, import.meta.url)
  const { firstPage, laterPages } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Texts>
  return { ...firstPage, ...laterPages }
}
