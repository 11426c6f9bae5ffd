import { createTranslator } from './create-translator.ts'
import { getBase } from './languages.ts'
import type { Translator } from './types.ts'

const english = createTranslator('en')

/**
 * Returns whether the texts of the lazy pages are English while the form's are not. Compares one
 * text as a sample.
 */
export function arePagesEnglish({ lang, t }: Pick<Translator, 'lang' | 't'>): boolean {
  return getBase(lang) !== 'en' && t('settings.title') === english.t('settings.title')
}
