export interface AmountReading {
  /** The locale's decimal separator. */
  separator: string
  decimals: number
  /** Whether dollars are entered. Default: an amount of a token, which a currency sign is no part of. */
  isUsd?: boolean | undefined
}

/** Maximum whole digits. A longer number is a mistake. */
const MAX_WHOLE_DIGITS = 30

/**
 * Parses a typed amount to a decimal string with ".", possibly unfinished ("1."). Both "." and "," are accepted as the
 * decimal separator, because many keypads offer only one of them. Undefined: not a number, keep the previous value.
 */
export function readTypedAmount(text: string, { decimals }: AmountReading): string | undefined {
  return tidy(latinDigits(text).replace(/\s/g, '').replace(/[,٫]/g, '.'), decimals)
}

/** Without leading zeros and the digits that the token does not have. */
export function tidy(text: string, decimals: number): string | undefined {
  const match = /^(\d*)(\.?)(\d*)$/.exec(text)
  if (!match) return undefined
  const [, digits = '', point = '', fraction = ''] = match
  const whole = digits.replace(/^0+(?=\d)/, '')
  if (whole.length > MAX_WHOLE_DIGITS) return undefined
  if (whole === '' && point === '') return ''
  return `${whole || '0'}${decimals > 0 ? point : ''}${fraction.slice(0, decimals)}`
}

/**
 * Whether what was pasted is a number that reads as if it were typed: no grouping, and no separator that could group. It is
 * taken without the code that reads anything else.
 */
export function isPlainAmount(text: string): boolean {
  return /^(?![1-9]\d{0,2}[.,]\d{3}$)(?:\d+[.,]?\d*|[.,]\d+)$/.test(text)
}

/** Arabic-Indic, Persian, Devanagari and Bengali digits as 0 to 9. */
export function latinDigits(text: string): string {
  return text.replace(/[٠-٩۰-۹०-९০-৯]/g, (digit) => {
    const code = digit.charCodeAt(0)
    const zero = [0x660, 0x6f0, 0x966, 0x9e6].findLast((start) => code >= start) ?? code
    return String(code - zero)
  })
}
