import { type AmountReading, plainText, tidy } from './read-amount.ts'

/** A token symbol, e.g. "USDC.e" or "USD₮0". */
const SYMBOL = String.raw`\p{L}[\p{L}\p{N}₮.]*`
/**
 * Separates the words of one amount. Excludes tabs and new lines, which separate cells or lines.
 */
const BLANK = String.raw`\p{Zs}`
/** A number, possibly preceded by its unit, and the rest of the text. Excludes signs. */
const PASTED = new RegExp(
  String.raw`^(?:(${SYMBOL})${BLANK}+)?[^\p{L}\d.,−‐-―-]*([\d.,٫'’_\p{Zs}]*\d[.,٫]?)(?!\d)(.*)$`,
  'u',
)
/** The text after a pasted number: a unit, or a pair ("1.5 ETH to USDC"). */
const UNIT = new RegExp(
  String.raw`^${BLANK}*(${SYMBOL})?(?:\s+(?:to|for|in|into)\s+(${SYMBOL})|\s*(?:→|[-=]?>)\s*(${SYMBOL}))?$`,
  'u',
)
/** Marks that group digits like the apostrophe. The last one is Arabic. */
const APOSTROPHES = /[‘’ʼ′´`٬]/g
/**
 * Words and suffixes that multiply the number or make it hexadecimal, so that its value would be
 * misread.
 */
const MULTIPLIER =
  /^(?:k+|m|b|t|bn|mn|mm|mio|mln|mld|mrd|mill|tsd|lakh|lac|crore|cr|thousand|million|billion|trillion|e\d+(?:\.\d*)?|x[\da-f]*|[kmg]?wei|sats?)$/i
/**
 * Symbols have Latin letters. A word in another script next to a number is a multiplier: "5万", "5
 * тыс".
 */
const LATIN = /^[\p{Script=Latin}\d₮.]*$/u
/** A currency sign means money instead of tokens. Only "₮" also appears in symbols. */
const CURRENCY = /(?!₮)\p{Sc}|(?:^|\P{L})₮/u
/** The sign of US dollars before or after a number. Excludes other dollars. */
const USD = /^([^\p{L}\d]*?)(?:US)?\$|([\d\p{Zs}])(?:US)?\$$/u

/**
 * Parses a pasted amount. Accepts digit grouping ("1,234.5", "1'234", "1 234,5"), and drops an
 * adjacent unit and the other token of a pair. The locale decides about an ambiguous separator
 * ("1,234"). Undefined if the text has no single meaning, or is money where tokens are entered
 * ("$100").
 */
export function readPastedAmount(text: string, reading: AmountReading): string | undefined {
  return readPastedTrade(text, reading)?.amount
}

/** Parses a pasted amount with its tokens: "1.5 ETH to USDC". */
export function readPastedTrade(
  text: string,
  { decimals, separator, isUsd }: AmountReading,
): { amount: string; input: string | undefined; output: string | undefined } | undefined {
  if (hasForeignCurrency(text, isUsd)) return
  const written = withoutUsd(plainText(text).trim(), isUsd).replace(APOSTROPHES, "'")
  // `plainText` keeps direction marks that change the order of the digits.
  if (/\p{Cf}/u.test(written)) return
  const [, before, number, rest = ''] = PASTED.exec(written) ?? []
  const [isRead, after, ...others] = UNIT.exec(rest) ?? []
  if (
    !number ||
    isRead === undefined ||
    MULTIPLIER.test(after ?? '') ||
    !LATIN.test(after ?? '') ||
    !isGrouped(number)
  )
    return
  // Words are not units: "minus 5".
  if (before !== undefined && (after !== undefined || !/\p{Lu}.*\p{Lu}/u.test(before))) return
  const bare = number.replace(/[\p{Zs}'’_]/gu, '')
  const point = bare.includes('٫')
    ? bare.indexOf('٫')
    : decimalPoint(bare, separator === ',' || separator === '٫' ? ',' : '.')
  const whole = point < 0 ? bare : bare.slice(0, point)
  if (!/^(\d*|\d{1,3}([.,])\d{2,3}(\2\d{2,3})*)$/.test(whole)) return
  const fraction = point < 0 ? '' : `.${bare.slice(point + 1)}`
  const amount = tidy(whole.replace(/[.,]/g, '') + fraction, decimals)
  return amount === undefined
    ? undefined
    : { amount, input: before ?? after, output: others.find((other) => other !== undefined) }
}

/** Returns whether a pasted text has a currency sign that does not fit the field. */
export function hasForeignCurrency(text: string, isUsd?: boolean): boolean {
  return CURRENCY.test(withoutUsd(plainText(text).trim(), isUsd))
}

function withoutUsd(text: string, isUsd = false): string {
  return isUsd ? text.replace(USD, '$1$2') : text
}

/**
 * Returns whether blanks and marks only group digits: by threes, or by twos before the last three
 * as in India.
 */
function isGrouped(number: string): boolean {
  const [whole = '', fraction = ''] = number.split(/[.,٫](?=[^.,٫]*$)/)
  return [whole, fraction].every((part) => {
    if (!/[\p{Zs}'’_]/u.test(part)) return true
    return part === fraction && part !== whole
      ? /^\d{3}([\p{Zs}_])(?:\d{3}\1)*\d{1,3}$/u.test(part)
      : /^\d{1,3}([\p{Zs}'’_])(?:\d{2,3}\1)*\d{3}$/u.test(part)
  })
}

/** Returns the index of the decimal separator in a number with optional grouping, else -1. */
function decimalPoint(text: string, separator: '.' | ','): number {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last < 0) return -1
  const mark = text[last]
  const other = mark === '.' ? ',' : '.'
  if (text.includes(other)) return last
  if (text.indexOf(mark ?? '') !== last) return -1
  const couldGroup = /^\d{1,3}[.,]\d{3}$/.test(text) && !text.startsWith('0')
  return couldGroup && mark !== separator ? -1 : last
}
