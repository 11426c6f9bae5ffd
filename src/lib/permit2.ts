import type { Address } from '../../wire/lib/address.ts'

/** The address of Permit2, the same on every chain. */
export const PERMIT2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
/** Exclusive limit of the amounts of Permit2. */
export const PERMIT2_MAX_AMOUNT = 2n ** 160n
