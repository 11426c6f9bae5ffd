import { useQuery } from '@tanstack/react-query'
import { NATIVE_TOKEN, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { PriceInputs } from '../queries/price-query.ts'
import { wrapCostQuery } from '../queries/wrap-cost-query.ts'
import { useWidget } from './use-widget.ts'

/** Estimates the network cost of a wrap in wei. Undefined while unknown, and for other swaps. */
export function useWrapCost(
  inputs: Pick<PriceInputs, 'chainId' | 'inputToken' | 'account' | 'wrapper'> | undefined,
): bigint | undefined {
  const widget = useWidget()
  const {
    chainId = 0,
    inputToken = { address: NATIVE_TOKEN },
    account,
    wrapper,
  } = inputs ?? { inputToken: undefined }
  const query = wrapCostQuery(widget, { chainId, inputToken, account, wrapper: wrapper ?? ZERO_ADDRESS })
  return useQuery({ ...query, enabled: wrapper !== undefined }, widget.queryClient).data
}
