import type { Message } from '../i18n/message.ts'
import { MESSAGES_EN } from '../i18n/messages-en.ts'
import type { MessageKey, Messages } from '../i18n/types.ts'
import { checkObject, checkText } from './checks.ts'
import { configError } from './config-error.ts'

/** Validates `messages`: known keys, texts that are not empty, and no `{param}` that the original lacks. */
export function resolveMessages(path: string, value: unknown): Messages {
  const messages = Object.entries(checkObject(path, value)).filter(([, message]) => message !== undefined)
  for (const [key, message] of messages) {
    if (!isMessageKey(key)) throw configError(`${path}.${key}`, 'the key of a message', message)
    checkMessage(`${path}.${key}`, message, MESSAGES_EN[key])
  }
  return Object.fromEntries(messages) as Messages
}

function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(MESSAGES_EN, key)
}

function checkMessage(path: string, value: unknown, original: Message): void {
  const forms =
    typeof value === 'string' ? { other: value } : { other: undefined, ...checkObject(path, value) }
  const known = getParams(JSON.stringify(original))
  for (const text of Object.values(forms)) {
    const unknown = getParams(checkText(path, text)).find((param) => !known.includes(param))
    if (unknown)
      throw configError(path, `a text with no other param than ${known.join(', ') || 'none'}`, text)
  }
}

function getParams(text: string): string[] {
  return text.match(/\{\w+\}/g) ?? []
}
