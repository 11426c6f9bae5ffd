import { formatAmount } from '../../../wire/lib/amount.ts'

const DECIMALS = 4
const UNITS_PER_BPS = 10 ** DECIMALS

/**
 * Returns how much better than this result any route could be, in basis points of the result's
 * amount: a decimal string, rounded up. Both amounts are base units of one token. `missing` is the
 * distance between the result and the bound, gas included.
 */
export function optimalityGapBps({ amount, missing }: { amount: bigint; missing: number }): string {
  const units = Math.ceil((Math.max(0, missing) / Number(amount)) * 1e4 * UNITS_PER_BPS)
  const isKnown = units < Number.MAX_SAFE_INTEGER
  return formatAmount(BigInt(isKnown ? units : Number.MAX_SAFE_INTEGER), DECIMALS)
}
