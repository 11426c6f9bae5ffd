/** Significant digits of a rate's distance from one. */
const SIGNIFICANT = 4

/**
 * The number of decimals at which a rate near one differs from one, so that 0.9991 is not shown as
 * 1. Undefined for a rate that is exactly one, or more than a percent away from one.
 */
export function ratePlaces(value: bigint, decimals: number): number | undefined {
  const one = 10n ** BigInt(decimals)
  const distance = value > one ? value - one : one - value
  if (distance === 0n || distance * 100n > one) return undefined
  return Math.min(decimals, decimals - String(distance).length + SIGNIFICANT)
}
