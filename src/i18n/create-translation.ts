import { createFormatter, type Formatter } from './create-formatter.ts'
import { createTranslator } from './create-translator.ts'
import type { Messages, Translator } from './types.ts'

/** Messages and number formats of one locale. */
export interface Translation extends Translator {
  format: Formatter
}

export function createTranslation(locale: string, messages?: Messages): Translation {
  const translator = createTranslator(locale, messages)
  return { ...translator, format: createFormatter(translator.locale) }
}
