/** The allowance that means "unlimited": the largest uint256. */
export const UNLIMITED = 2n ** 256n - 1n

/** No balance reaches this amount. */
const BEYOND_BALANCES = 2n ** 128n
/** The value that tokens with 96-bit allowances store for `UNLIMITED` (UNI, COMP). */
const LARGEST_OF_96_BITS = 2n ** 96n - 1n

/** True if an allowance is unlimited for all purposes. */
export function isUnlimited(allowance: bigint): boolean {
  return allowance >= BEYOND_BALANCES || allowance === LARGEST_OF_96_BITS
}
