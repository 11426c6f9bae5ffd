import { SERVER_LOCALE } from '../config/field-checks.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { startLater } from '../errors/start-later.ts'
import { createTranslation, type Translation } from '../i18n/create-translation.ts'
import { addMessages, countMissing, hasMessage, hasPageMessages } from '../i18n/create-translator.ts'
import { findLanguage, getBase, type Language } from '../i18n/languages.ts'
import type { LoadLanguage } from '../i18n/load-language.ts'
import { loadPageMessages } from '../i18n/load-page-messages.ts'
import type { LanguageMessages, Messages } from '../i18n/types.ts'
import { sameFields } from '../lib/same-fields.ts'
import { createValueStore } from '../store/create-value-store.ts'
import type { SettingsStore, Store } from '../store/types.ts'

export interface LanguageOptions {
  config: Store<ResolvedConfig>
  settings: Store<SettingsStore>
  /** The locale in the host's config; undefined for the browser's. */
  hostLocale: string | undefined
  /** Without it all texts are English, except the host's own. */
  loadLanguage?: LoadLanguage | undefined
  reportError: (error: SluiceError) => void
}

/** The translation of a widget in the language of the user or, by default, of the host. */
export function createLanguage({
  config,
  settings,
  hostLocale,
  loadLanguage,
  reportError,
}: LanguageOptions): {
  translation: Store<Translation>
  /** Loads the wanted language, now and when it changes. Returns a function that stops it. */
  follow(): () => void
} {
  // The initial state equals what a server renders, so that hydration matches its HTML: English, in
  // the known locale.
  let shown = { locale: hostLocale ?? SERVER_LOCALE, language: 'en', messages: config.getState().messages }
  const pick = createPick()
  const translation = createValueStore(createTranslation(shown.locale, shown))
  show()
  return { translation, follow }

  /** Sets the translation. `isForced` also replaces it when only loaded texts have changed. */
  function show({ isForced = false } = {}): void {
    const { locale, language, messages } = getWanted()
    const next = { locale, language: hasMessage(language) ? language : 'en', messages }
    if (!isForced && sameFields(shown, next)) return
    shown = next
    translation.setState(createTranslation(locale, next), true)
  }

  function getWanted() {
    const { locale, languages, messages } = config.getState()
    const chosen = languages.find((one) => one === settings.getState().language)
    const language = chosen ?? findLanguage(locale, languages)
    const isHosts = !chosen || getBase(locale) === chosen
    return { locale: isHosts ? locale : chosen, language, messages: pick(messages, { language, isHosts }) }
  }

  function follow(): () => void {
    let tried: string | undefined
    let stop = () => {}
    const update = () => {
      show()
      const { language, messages } = getWanted()
      if (language === tried) return
      tried = language
      stop()
      if (countMissing(messages) === 0 || isComplete(language)) return
      stop = startLater(async () => {
        await load(language, loadLanguage)
        return () => {
          show({ isForced: true })
        }
      }, reportError)
    }
    update()
    const unsubscribers = [config.subscribe(update), settings.subscribe(update)]
    return () => {
      stop()
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }
}

/**
 * True if all needed texts are loaded. Another widget may have loaded a language before or after
 * the later pages.
 */
function isComplete(language: string): boolean {
  return hasMessage(language) && (!hasPageMessages() || hasPageMessages(language))
}

/** Loads the texts of a language, and of the later pages if their code is loaded. */
async function load(language: string, loadLanguage: LoadLanguage | undefined): Promise<void> {
  const messages = hasMessage(language) ? undefined : await loadLanguage?.(language)
  if (messages) addMessages(messages, language)
  if (hasMessage(language) && hasPageMessages()) await loadPageMessages()
}

/** The host's texts of one language. The same object as long as nothing changes. */
function createPick() {
  let last: { from: LanguageMessages; key: string; picked: Messages } | undefined
  return (
    from: LanguageMessages,
    { language, isHosts }: { language: Language; isHosts: boolean },
  ): Messages => {
    if (isHosts && !from[language]) return from
    const key = `${language} ${isHosts}`
    if (last?.from !== from || last.key !== key) {
      last = { from, key, picked: { ...(isHosts && from), ...from[language] } }
    }
    return last.picked
  }
}
