import { parseAmount } from '../../wire/lib/amount.ts'

/** Decimals of an amount typed in USD. */
export const USD_DECIMALS = 2

interface PricedUnit {
  decimals: number
  priceUsd: number
}

/**
 * The base units worth a USD amount, given as a canonical decimal string, rounded down. Undefined
 * if either is unknown.
 */
export function amountForUsd(usd: string, unit: PricedUnit): bigint | undefined {
  const cents = parseAmount(usd, USD_DECIMALS)
  const ratio = centsPerUnit(unit)
  if (cents === undefined || ratio === undefined) return undefined
  return (cents * ratio.units) / ratio.cents
}

/** The cents that base units are worth, rounded down. Undefined if the price is unknown. */
export function centsForAmount(amount: bigint, unit: PricedUnit): bigint | undefined {
  const ratio = centsPerUnit(unit)
  return ratio && (amount * ratio.cents) / ratio.units
}

/** A price as two integers: this many cents for this many base units. */
function centsPerUnit({ decimals, priceUsd }: PricedUnit): { cents: bigint; units: bigint } | undefined {
  if (!Number.isFinite(priceUsd) || priceUsd <= 0) return undefined
  // Uses the decimal digits of the number instead of its binary value.
  const [digits = '', exponent = '0'] = priceUsd.toExponential().split('e')
  const [first = '', rest = ''] = digits.split('.')
  const mantissa = BigInt(first + rest)
  const power = USD_DECIMALS - rest.length + Number(exponent)
  const units = 10n ** BigInt(decimals)
  return power >= 0
    ? { cents: mantissa * 10n ** BigInt(power), units }
    : { cents: mantissa, units: units * 10n ** BigInt(-power) }
}
