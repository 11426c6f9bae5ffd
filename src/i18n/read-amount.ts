export interface AmountReading {
  /** The locale's decimal separator. */
  separator: string
  decimals: number
  /** True if dollars are entered. Default: a token amount, which has no currency sign. */
  isUsd?: boolean | undefined
}

/** Maximum whole digits. A longer number is a mistake. */
const MAX_WHOLE_DIGITS = 30

/**
 * Parses a typed amount to a decimal string with ".", possibly unfinished ("1."). Accepts both "."
 * and "," as the decimal separator, because many keypads offer only one of them. Undefined if the
 * text is not a number; the caller keeps the previous value.
 */
export function readTypedAmount(text: string, { decimals }: AmountReading): string | undefined {
  return tidy(plainText(text).replace(/\s/g, '').replace(/[,٫]/g, '.'), decimals)
}

/** Removes leading zeros and digits beyond the token's decimals. */
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
 * Returns whether a pasted number has the same value as if it were typed: it has no grouping, and
 * no separator that could be one. It needs no lazily loaded parser.
 */
export function isPlainAmount(text: string): boolean {
  return /^(?![1-9]\d{0,2}[.,]\d{3}$)(?:\d+[.,]?\d*|[.,]\d+)$/.test(text)
}

/** Reverses the order in which the following characters are shown. */
const REVERSED = '\u202e'

/**
 * Replaces the decimal digits of every script by 0 to 9 and full-width marks by ASCII, and removes
 * invisible characters, such as the direction marks that calculators copy.
 */
export function plainText(text: string): string {
  // The displayed amount would differ from the parsed one, so the text stays invalid.
  if (text.includes(REVERSED)) return text
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[！-～]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0))
    .replace(/[^\P{Nd}0-9]/gu, latinDigit)
}

/**
 * Unicode encodes the ten digits of a script consecutively, and some scripts follow each other
 * directly.
 */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let start = code
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return String((code - start) % 10)
}
