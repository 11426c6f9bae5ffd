import { type Address, isNativeToken } from '../../wire/lib/address.ts'

interface Trade {
  /** Defined if the trade wraps or unwraps the native token. */
  wrapper?: Address | undefined
  inputToken: { address: Address }
}

/** Returns the key of the label of the last step of a swap. */
export function swapStepLabel({ wrapper, inputToken }: Trade) {
  if (!wrapper) return 'swap.title'
  return isNativeToken(inputToken.address) ? 'wrap.titleRunning' : 'wrap.titleUnwrapping'
}
