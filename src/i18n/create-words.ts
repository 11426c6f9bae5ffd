import { createFormatter, type Formatter } from './create-formatter.ts'
import { createTranslator } from './create-translator.ts'
import type { Messages, Translator } from './types.ts'

/** Words and numbers of one language. */
export interface Words extends Translator {
  format: Formatter
}

export function createWords(locale: string, messages?: Messages): Words {
  return { ...createTranslator(locale, messages), format: createFormatter(locale) }
}
