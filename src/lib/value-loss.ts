/** A loss above this share of the value paid is a high one. */
export const HIGH_VALUE_LOSS = 0.1

/** The share of a value that is lost, 0.05 for 5 %; negative for a gain; undefined where a side is unknown. */
export function valueLoss(paidUsd: number | undefined, gotUsd: number | undefined): number | undefined {
  if (paidUsd === undefined || gotUsd === undefined || !(paidUsd > 0)) return undefined
  return (paidUsd - gotUsd) / paidUsd
}
