import type { WidgetConfig } from '../config/types.ts'
import { loadLanguage } from '../i18n/load-language.ts'
import type { MessageKey, Messages } from '../i18n/types.ts'

/** The first page waits this long for its texts, and is English until they arrive. */
const MAX_WAIT_MS = 3_000

export interface EarlyTexts {
  language: string
  messages: Messages
}

/**
 * Loads the texts of the widget's probable language while the widget itself loads. Undefined for
 * English. Never rejects: the config is not validated here, and the widget tries again.
 */
export async function loadEarly(config: WidgetConfig): Promise<EarlyTexts | undefined> {
  try {
    const wanted = readChosen(config) ?? getLanguage(config.locale)
    const { languages } = config
    const language = languages?.every((one) => one !== wanted) ? String(languages[0]) : wanted
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, MAX_WAIT_MS))
    const messages = await Promise.race([loadLanguage(language), late])
    return messages && { language, messages }
  } catch {
    return undefined
  }
}

/**
 * The language that the user chose in the settings, from storage. Undefined if the host decides.
 */
function readChosen({ storageKey, integrator, hidden, fixedSettings }: WidgetConfig): string | undefined {
  try {
    if (hidden?.includes('settings') || fixedSettings?.includes('language')) return undefined
    const stored = localStorage.getItem(`sluice:${storageKey ?? integrator}:settings`)
    return stored ? (JSON.parse(stored) as { language?: string }).language : undefined
  } catch {
    return undefined
  }
}

/**
 * A text of the host's `messages` before the widget's code is loaded: by language first, then for
 * any. Undefined if the host has none.
 */
export function readHostText({ messages, locale }: WidgetConfig, key: MessageKey): string | undefined {
  const language = getLanguage(locale)
  const texts = Object(messages)
  const text: unknown = Object(texts[language])[key] ?? texts[key]
  return typeof text === 'string' ? text : undefined
}

/**
 * The language of the host's locale, otherwise the browser's first valid one: neither is validated
 * yet.
 */
function getLanguage(locale: string | undefined): string {
  for (const tag of [locale, navigator.language, ...(navigator.languages ?? [])]) {
    try {
      return new Intl.Locale(String(tag)).language
    } catch {
      // The next tag may be valid.
    }
  }
  return 'en'
}
