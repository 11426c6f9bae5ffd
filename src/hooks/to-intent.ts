import type { Address } from '../../wire/lib/address.ts'
import type { SwapIntent } from '../execution/machine/types.ts'
import type { ReadyPrice } from './use-price.ts'

/** Builds the swap that a user confirms at this price with these inputs. */
export function toIntent({
  id,
  view: { inputs, price, inputAmount, updatedAt },
  account,
}: {
  id: string
  view: Pick<ReadyPrice, 'inputs' | 'price' | 'inputAmount' | 'updatedAt'>
  account: Address
}): SwapIntent {
  return {
    id,
    chainId: inputs.chainId,
    inputToken: inputs.inputToken,
    outputToken: inputs.outputToken,
    inputAmount,
    outputAmount: inputs.outputAmount,
    price,
    pricedAt: updatedAt,
    slippageBps: inputs.slippageBps,
    account,
    receiver: inputs.receiver ?? account,
    partner: inputs.partner,
    wrapper: inputs.wrapper,
  }
}
