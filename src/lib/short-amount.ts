import { formatAmount } from '../../wire/lib/amount.ts'

const SIGNIFICANT = 6

/**
 * Formats base units as a canonical decimal string with at most six significant digits, rounded
 * down, so that a share of a balance never exceeds it.
 */
export function shortAmount(value: bigint, decimals: number): string {
  const unit = 10n ** BigInt(Math.max(0, value.toString().length - SIGNIFICANT))
  return formatAmount(value - (value % unit), decimals)
}
