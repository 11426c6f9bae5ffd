import { createFormatter, type Formatter } from './create-formatter.ts'
import { createTranslator, type TranslatorOptions } from './create-translator.ts'
import { isolate } from './isolate.ts'
import type { Translator } from './types.ts'

/** Messages and number formats of one locale. */
export interface Translation extends Translator {
  format: Formatter
}

export function createTranslation(locale: string, options?: TranslatorOptions): Translation {
  const translator = createTranslator(locale, options)
  const format = createFormatter(translator.locale)
  return { ...translator, format: translator.direction === 'rtl' ? isolated(format) : format }
}

/**
 * Isolates sign, digits and unit of formatted numbers from right-to-left text. Field values stay
 * plain.
 */
function isolated(format: Formatter): Formatter {
  return {
    ...format,
    amount: (...amount) => isolate(format.amount(...amount)),
    maximum: (...amount) => isolate(format.maximum(...amount)),
    exactAmount: (...amount) => isolate(format.exactAmount(...amount)),
    usd: (value) => isolate(format.usd(value)),
    percent: (...bps) => isolate(format.percent(...bps)),
  }
}
