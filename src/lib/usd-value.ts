import { formatAmount, parseAmount } from './amount.ts'
import { HIGH_VALUE_LOSS } from './thresholds.ts'

/** An amount's value in dollars: for reading only, never for deciding what is sent. Undefined: unknown price. */
export function usdValue(amount: bigint, decimals: number, priceUsd: number | undefined): number | undefined {
  return priceUsd === undefined ? undefined : Number(formatAmount(amount, decimals)) * priceUsd
}

/** How many base units so many dollars are, rounded: an estimate. 0 where that cannot be told. */
export function amountOfUsd(usd: number, decimals: number, priceUsd: number): bigint {
  return parseAmount((usd / priceUsd).toFixed(decimals), decimals) ?? 0n
}

/**
 * The share of what is paid, network cost included, that does not arrive: 0.05 for 5 %; negative for a gain; undefined
 * where a side is unknown. An unknown network cost counts for nothing.
 */
export function valueLoss({
  inputUsd,
  outputUsd,
  gasUsd = 0,
}: {
  inputUsd: number | undefined
  outputUsd: number | undefined
  gasUsd?: number | undefined
}): number | undefined {
  if (inputUsd === undefined || outputUsd === undefined) return undefined
  const paidUsd = inputUsd + gasUsd
  return paidUsd > 0 ? (paidUsd - outputUsd) / paidUsd : undefined
}

/** Whether so much is lost that it needs a yes of its own. An unknown loss is not high, and not fine either. */
export function isHighLoss(lossFraction: number | undefined): lossFraction is number {
  return lossFraction !== undefined && lossFraction > HIGH_VALUE_LOSS
}
