import { formatAmount } from '../../src/lib/amount.ts'

const DECIMALS = 4
const UNITS_PER_BPS = 10 ** DECIMALS

/**
 * How much more than this answer any route could pay, in basis points of the answer: a decimal string, rounded up.
 * Amounts are base units of the output; `net` and `bound` are after gas.
 */
export function optimalityGapBps({
  amountOut,
  net,
  bound,
}: {
  amountOut: bigint
  net: bigint
  bound: number
}): string {
  const missing = Math.max(0, bound - Number(net)) / Number(amountOut)
  const units = Math.ceil(missing * 1e4 * UNITS_PER_BPS)
  return formatAmount(BigInt(Math.min(units, Number.MAX_SAFE_INTEGER)), DECIMALS)
}
