import { createFormatter, type Formatter } from './create-formatter.ts'
import { createTranslator, type TranslatorOptions } from './create-translator.ts'
import type { Translator } from './types.ts'

/** Messages and number formats of one locale. */
export interface Translation extends Translator {
  format: Formatter
}

export function createTranslation(locale: string, options?: TranslatorOptions): Translation {
  const translator = createTranslator(locale, options)
  return { ...translator, format: createFormatter(translator.locale) }
}
