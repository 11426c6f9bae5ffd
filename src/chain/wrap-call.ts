import { type Address, isNativeToken } from '../../wire/lib/address.ts'
import type { Call } from './types.ts'

/** Selectors of `deposit()` and of `withdraw(uint256)`. */
const DEPOSIT = '0xd0e30db0'
const WITHDRAW = '0x2e1a7d4d'

/** Units of gas of a typical wrap, used if none can be estimated: more than either call uses. */
export const TYPICAL_WRAP_GAS = 50_000n

/**
 * The call that wraps or unwraps the input at the wrapper contract of the native token. Encoded
 * without viem.
 */
export function wrapCall(
  wrapper: Address,
  { inputToken, inputAmount }: { inputToken: { address: Address }; inputAmount: bigint },
): Call {
  return isNativeToken(inputToken.address)
    ? { to: wrapper, data: DEPOSIT, value: inputAmount }
    : { to: wrapper, data: `${WITHDRAW}${inputAmount.toString(16).padStart(64, '0')}`, value: 0n }
}
