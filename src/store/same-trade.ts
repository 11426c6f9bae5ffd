import { type Address, sameAddress } from '../lib/address.ts'

/** What says which tokens are swapped, and for whom. */
interface Trade {
  chainId: number
  inputToken: { address: Address }
  outputToken: { address: Address }
  receiver: Address
}

/** Whether two swaps are of the same tokens to the same receiver, whatever their amounts. */
export function isSameTrade(a: Trade, b: Trade): boolean {
  return (
    a.chainId === b.chainId &&
    sameAddress(a.inputToken.address, b.inputToken.address) &&
    sameAddress(a.outputToken.address, b.outputToken.address) &&
    sameAddress(a.receiver, b.receiver)
  )
}
