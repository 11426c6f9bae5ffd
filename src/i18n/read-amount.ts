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
  return tidy(plainText(text).replace(/\s/g, '').replace(/[,٫]/g, '.'), decimals)
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

/** Reverses the order in which the following characters are shown. */
const REVERSED = '\u202e'

/**
 * The text with 0 to 9 in place of the decimal digits of every script, with the ASCII form of full-width
 * marks, and without invisible characters, such as the direction marks that calculators copy.
 */
export function plainText(text: string): string {
  // The amount that is shown differs from the one that would be read.
  if (text.includes(REVERSED)) return text
  return text
    .replace(/\p{Cf}/gu, '')
    .replace(/[！-～]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - 0xfee0))
    .replace(/[^\P{Nd}0-9]/gu, latinDigit)
}

/** Unicode encodes the ten digits of a script in a row, and the rows of some scripts one after the other. */
function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let start = code
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1
  return String((code - start) % 10)
}
