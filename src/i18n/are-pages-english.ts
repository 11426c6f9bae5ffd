import { createTranslator } from './create-translator.ts'
import { getBase } from './languages.ts'
import type { Translator } from './types.ts'

const english = createTranslator('en')

/** Whether the texts of the later pages are English while those of the form are not. Any of them tells it. */
export function arePagesEnglish({ lang, t }: Pick<Translator, 'lang' | 't'>): boolean {
  return getBase(lang) !== 'en' && t('settings.title') === english.t('settings.title')
}
