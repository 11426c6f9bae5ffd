/** The languages of the widget's texts, by their tags. The first is that of who reads none of them. */
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
 * A language of the widget's texts, by its tag.
 * @example
 * const languages: Language[] = ['en', 'de', 'pt']
 */
export type Language = (typeof LANGUAGES)[number]

/** The language of a locale among those offered: `pt-BR` is `pt`, `iw` is `he`. The first of them where it is none. */
export function findLanguage(locale: string, offered: readonly Language[]): Language {
  const language = getBase(locale)
  return offered.find((one) => one === language) ?? offered[0] ?? 'en'
}

/** The language of a BCP 47 tag, without script and region. */
export function getBase(locale: string): string {
  return new Intl.Locale(locale).language
}
