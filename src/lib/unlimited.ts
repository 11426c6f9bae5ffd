/** The allowance that means "without a limit": the largest there is. */
export const UNLIMITED = 2n ** 256n - 1n

/** From here on an amount is nobody's balance. */
const BEYOND_BALANCES = 2n ** 128n
/** What tokens that store 96 bits keep of `UNLIMITED` (UNI, COMP). */
const LARGEST_OF_96_BITS = 2n ** 96n - 1n

/** Whether an allowance is without a limit for all purposes. */
export function isUnlimited(allowance: bigint): boolean {
  return allowance >= BEYOND_BALANCES || allowance === LARGEST_OF_96_BITS
}
