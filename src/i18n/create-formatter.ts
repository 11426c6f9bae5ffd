import { formatAmount } from '../../wire/lib/amount.ts'

/**
 * Number formats of a locale. Amounts are exact or truncated, limits rounded up; exponents are
 * never shown.
 */
export interface Formatter {
  /** The locale's decimal separator, e.g. "," in German. */
  readonly separator: string
  /**
   * Formats base units with about six significant digits. Amounts of dollar tokens from 1 on have
   * two decimals.
   */
  amount(value: bigint, decimals: number, symbol?: string | undefined): string
  /** Formats like `amount` but rounds up, for maximum amounts. */
  maximum(value: bigint, decimals: number, symbol?: string): string
  /** Formats like `amount` as a canonical decimal string, for a field. */
  fieldAmount(value: bigint, decimals: number, symbol?: string | undefined): string
  /** Groups the digits of a canonical decimal string, possibly unfinished ("1."), for a field. */
  field(text: string): string
  /** Formats base units with every digit. */
  exactAmount(value: bigint, decimals: number): string
  /** Formats US dollars from "<$0.01" to ">$999.00T". */
  usd(value: number): string
  /** Formats basis points as a percentage: 50 is "0.5%". `signed` also shows a plus sign. */
  percent(bps: number, options?: { signed?: boolean }): string
  /** Formats the time of day of milliseconds since the epoch. */
  time(value: number): string
  /** Formats whole seconds. */
  seconds(value: number): string
}

/** Significant digits of an amount. */
const SIGNIFICANT = 6
/** Minimum decimals and significant digits of an amount below one. */
const SMALL_FRACTION = 6
const SMALL_SIGNIFICANT = 4
/**
 * Amounts of these symbols are formatted like dollars: "2,831.30" instead of "2,831.3" next to
 * "$2,831.30". Only the format changes.
 */
const DOLLAR = /usd|^dai/i
/** Maximum decimals. Smaller amounts are shown as "<0.00000001". */
const MAX_FRACTION = 8
/**
 * No real value exceeds this, so a larger one has a false price or amount. Its compact form would
 * only grow.
 */
const MAX_USD = 999e12

/** Creates the formats of a locale, which must use the digits 0 to 9 like a translator's locale. */
export function createFormatter(locale: string): Formatter {
  const plain = createFormat(locale)
  const usd = createFormat(locale, { style: 'currency', currency: 'USD' })
  const compactUsd = createFormat(locale, {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    maximumFractionDigits: 2,
  })
  const percent = createFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const signedPercent = createFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 2,
    signDisplay: 'exceptZero',
  })
  const getSeparator = () => plain(0.5).replace(/\d/g, '')

  /** Formats a plain decimal string. Intl supports fewer decimals than tokens may have. */
  const exact = (text: string) => {
    const [whole = '0', fraction] = text.split('.')
    const grouped = plain(BigInt(whole))
    return fraction === undefined ? grouped : grouped + getSeparator() + fraction
  }

  return {
    get separator() {
      return getSeparator()
    },
    amount(value, decimals, symbol) {
      const text = formatAmount(value < 0n ? -value : value, decimals)
      const sign = value < 0n ? '-' : ''
      const short = shorten(text, symbol)
      if (short !== '0' || value === 0n) return sign + exact(short)
      return `<${exact(`0.${'1'.padStart(MAX_FRACTION, '0')}`)}`
    },
    maximum(value, decimals, symbol) {
      const text = formatAmount(value, decimals)
      if (shorten(text) === '0') return exact(text)
      const unit = 10n ** BigInt(Math.max(0, decimals - getPlaces(text, symbol)))
      return exact(shorten(formatAmount(((value + unit - 1n) / unit) * unit, decimals), symbol))
    },
    fieldAmount(value, decimals, symbol) {
      const text = formatAmount(value, decimals)
      const short = shorten(text, symbol)
      return short === '0' ? text : short
    },
    field: (text) => text && exact(text),
    exactAmount: (value, decimals) => exact(formatAmount(value, decimals)),
    usd(value) {
      if (value > 0 && value < 0.01) return `<${usd(0.01)}`
      if (value > MAX_USD) return `>${compactUsd(MAX_USD)}`
      return Math.abs(value) >= 1e8 ? compactUsd(value) : usd(value)
    },
    percent(bps, { signed = false } = {}) {
      if (bps > 0 && bps < 1) return `<${percent(0.0001)}`
      return (signed ? signedPercent : percent)(bps / 10_000)
    },
    time: (value) => new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(value),
    seconds: plain,
  }
}

/** Creates the format on first use, because it is slow and the first page shows no number yet. */
function createFormat(locale: string, options?: Intl.NumberFormatOptions) {
  let format: Intl.NumberFormat | undefined
  return (value: number | bigint): string => {
    format ??= new Intl.NumberFormat(locale, options)
    return format.format(value)
  }
}

/** Truncates a plain decimal string to its relevant digits. */
function shorten(text: string, symbol = ''): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const cut = fraction.slice(0, getPlaces(text, symbol)).replace(/0+$/, '')
  return cut ? `${whole}.${cut.padEnd(DOLLAR.test(symbol) ? 2 : 0, '0')}` : whole
}

/** Returns the number of relevant decimals of a plain decimal string. */
function getPlaces(text: string, symbol = ''): number {
  const [whole = '0', fraction = ''] = text.split('.')
  const small = Math.max(SMALL_FRACTION, leadingZeros(fraction) + SMALL_SIGNIFICANT)
  const large = DOLLAR.test(symbol) ? 2 : SIGNIFICANT - whole.length
  return Math.max(0, Math.min(whole === '0' ? small : large, MAX_FRACTION))
}

function leadingZeros(fraction: string): number {
  return /^0*/.exec(fraction)?.[0].length ?? 0
}
