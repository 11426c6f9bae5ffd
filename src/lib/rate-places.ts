/** Significant digits of a rate below 1,000. */
const SIGNIFICANT = 4

/**
 * Returns the number of decimals at which a rate has four significant digits. A rate that would be
 * rounded to 1 has enough decimals to differ from 1.
 */
export function ratePlaces(value: bigint, decimals: number): number {
  const places = Math.max(0, SIGNIFICANT + decimals - String(value).length)
  const one = 10n ** BigInt(decimals)
  const distance = value > one ? value - one : one - value
  const isFalseOne = distance > 0n && roundTo(value, decimals - places) === 10n ** BigInt(places)
  return isFalseOne ? decimals - String(distance).length + 1 : Math.min(places, decimals)
}

/** Divides by a power of ten and rounds half up. */
export function roundTo(value: bigint, digits: number): bigint {
  if (digits <= 0) return value
  const unit = 10n ** BigInt(digits)
  return (value + unit / 2n) / unit
}
