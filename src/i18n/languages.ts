/** The tags of the languages of the widget's texts. The first one is the fallback. */
export const LANGUAGES = [
  'en',
  'ar',
  'bn',
  'de',
  'es',
  'fa',
  'fr',
  'he',
  'hi',
  'id',
  'it',
  'ja',
  'nl',
  'pl',
  'pt',
  'ru',
  'tr',
  'uk',
  'vi',
  'zh',
] as const

/**
 * A language of the widget's texts by its tag.
 *
 * @example
 * const languages: Language[] = ['en', 'de', 'pt']
 */
export type Language = (typeof LANGUAGES)[number]

/**
 * Returns the offered language of a locale: `pt-BR` is `pt`, `iw` is `he`. Falls back to the first
 * one.
 */
export function findLanguage(locale: string, offered: readonly Language[]): Language {
  const language = getBase(locale)
  return offered.find((one) => one === language) ?? offered[0] ?? 'en'
}

/** Returns the language of a BCP 47 tag without script and region. */
export function getBase(locale: string): string {
  return new Intl.Locale(locale).language
}
