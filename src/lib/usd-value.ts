import { formatAmount } from '../../wire/lib/amount.ts'

/** The USD value of an amount, for display and warnings only. Undefined if the price is unknown. */
export function usdValue(amount: bigint, decimals: number, priceUsd: number | undefined): number | undefined {
  return priceUsd === undefined ? undefined : Number(formatAmount(amount, decimals)) * priceUsd
}

/**
 * The share of the value paid, network cost included, that is lost: 0.05 is 5 %, negative is a
 * gain. Undefined if a side is unknown. An unknown network cost counts as 0.
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

/** True if a loss is above a limit. False for an unknown loss, and without a limit. */
export function isLossAbove(lossFraction: number | undefined, limitBps: number | undefined): boolean {
  return lossFraction !== undefined && limitBps !== undefined && lossFraction > limitBps / 10_000
}
