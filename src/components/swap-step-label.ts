import { isNativeToken } from '../../wire/lib/address.ts'
import type { SwapIntent } from '../execution/machine/types.ts'

/** Returns the key of the label of the last step of a swap. */
export function swapStepLabel({ wrapper, inputToken }: SwapIntent) {
  if (!wrapper) return 'swap.title'
  return isNativeToken(inputToken.address) ? 'wrap.titleRunning' : 'wrap.titleUnwrapping'
}
