/** Where one base unit is more than a ten-thousandth of an amount, it is no rounding. */
const MIN_AMOUNT = 10_000n

/**
 * The base units a balance may miss, or lose besides, where it is a rounded share, as those of interest-bearing
 * tokens are: one, or none of an amount so small that one would be felt.
 */
export function getRounding(amount: bigint): bigint {
  return amount >= MIN_AMOUNT ? 1n : 0n
}
