import { HIGH_VALUE_LOSS } from './thresholds.ts'

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
