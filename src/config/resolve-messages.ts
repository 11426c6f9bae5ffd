import { LANGUAGES } from '../i18n/languages.ts'
import type { Message } from '../i18n/message.ts'
import { MESSAGES_EN } from '../i18n/messages-en.ts'
import type { LanguageMessages, MessageKey, Messages } from '../i18n/types.ts'
import { ownFields } from '../lib/own-fields.ts'
import { checkObject, checkText } from './checks.ts'
import { configError } from './config-error.ts'

/**
 * Groups of texts that are loaded after the first page. Only the types check their keys and params.
 */
const PAGE_GROUPS =
  /^(?:action|activity|dialog|earn|error|gas|positions|price|progress|recipient|rejected|review|revoke|settings|stage|tokens|value|wallet|wrap|swap\.paste)\.|^swap\.(?:cut\w*|max\w*|payUsd|shareLabel)$/

/**
 * Validates `messages`, also by language: known keys, texts that are not empty, and no `{param}`
 * that the original lacks.
 */
export function resolveMessages(path: string, value: unknown = {}): LanguageMessages {
  const messages = Object.entries(checkObject(path, value))
  for (const [key, message] of messages) {
    if (isLanguage(key))
      checkMessages(`${path}.${key}`, Object.entries(checkObject(`${path}.${key}`, message)))
    else checkMessages(path, [[key, message]])
  }
  return ownFields(Object.fromEntries(messages))
}

function checkMessages(path: string, messages: [string, unknown][]): void {
  for (const [key, message] of messages) {
    if (!isMessageKey(key)) throw configError(`${path}.${key}`, 'the key of a message', message)
    checkMessage(`${path}.${key}`, message, FIRST_PAGE[key])
  }
}

function isLanguage(key: string): boolean {
  return LANGUAGES.some((language) => language === key)
}

const FIRST_PAGE: Messages = MESSAGES_EN

function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(MESSAGES_EN, key) || PAGE_GROUPS.test(key)
}

function checkMessage(path: string, value: unknown, original: Message | undefined): void {
  const forms =
    typeof value === 'string' ? { other: value } : { other: undefined, ...checkObject(path, value) }
  const known = original && getParams(JSON.stringify(original))
  for (const text of Object.values(forms)) {
    const params = getParams(checkText(path, text))
    if (known && params.some((param) => !known.includes(param)))
      throw configError(path, `a text with no other param than ${known.join(', ') || 'none'}`, text)
  }
}

function getParams(text: string): string[] {
  return text.match(/\{\w+\}/g) ?? []
}
