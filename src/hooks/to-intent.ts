import type { SwapIntent } from '../execution/machine/types.ts'
import type { Address } from '../lib/address.ts'
import type { PriceInputs } from '../queries/price-query.ts'
import type { PriceResult } from '../wire/router.ts'

/** The swap a user confirms at this price with these inputs. */
export function toIntent({
  id,
  inputs,
  price,
  account,
}: {
  id: string
  inputs: PriceInputs
  price: PriceResult
  account: Address
}): SwapIntent {
  return {
    id,
    chainId: inputs.chainId,
    inputToken: inputs.inputToken,
    outputToken: inputs.outputToken,
    inputAmount: inputs.inputAmount,
    price,
    slippageBps: inputs.slippageBps,
    account,
    receiver: inputs.receiver ?? account,
    partner: inputs.partner,
    wrapper: inputs.wrapper,
  }
}
