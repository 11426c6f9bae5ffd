import { type Address, sameAddress } from '../../wire/lib/address.ts'

/** The tokens and the receiver of a swap. */
interface Trade {
  chainId: number
  inputToken: { address: Address }
  outputToken: { address: Address }
  receiver: Address
}

/**
 * Returns whether two swaps exchange the same tokens for the same receiver, whatever their amounts.
 */
export function isSameTrade(a: Trade, b: Trade): boolean {
  return (
    a.chainId === b.chainId &&
    sameAddress(a.inputToken.address, b.inputToken.address) &&
    sameAddress(a.outputToken.address, b.outputToken.address) &&
    sameAddress(a.receiver, b.receiver)
  )
}
