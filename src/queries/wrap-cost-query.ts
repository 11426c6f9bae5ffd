import type { UseQueryOptions } from '@tanstack/react-query'
import { TYPICAL_WRAP_GAS, wrapCall } from '../chain/wrap-call.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type Address, isNativeToken } from '../lib/address.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

export interface WrapCostQuery {
  chainId: number
  wrapper: Address
  inputToken: { address: Address }
  /** Undefined while no wallet is connected: then the gas is a typical one. */
  account: Address | undefined
}

/** The network cost of wrapping or unwrapping, in wei. It does not depend on the amount. */
export function wrapCostQuery(
  context: QueryContext,
  { chainId, wrapper, inputToken, account }: WrapCostQuery,
): UseQueryOptions<string, SluiceError, bigint> {
  const call = wrapCall(wrapper, { inputToken, inputAmount: 1n })
  const { chain } = context
  const getGas = async () => {
    if (!account) return TYPICAL_WRAP_GAS
    // An account without funds cannot estimate.
    return chain.estimateGas({ chainId, from: account, ...call }).catch(() => TYPICAL_WRAP_GAS)
  }
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'wrap-cost', {
      chainId,
      wrapper: wrapper.toLowerCase(),
      isWrap: isNativeToken(inputToken.address),
      account: account?.toLowerCase(),
    }),
    queryFn: async () => {
      const [gas, price, [l1Fee = 0n]] = await Promise.all([
        getGas(),
        chain.gasPrice(chainId),
        chain.l1Fees({ chainId, data: [call.data] }),
      ])
      return (gas * price + l1Fee).toString()
    },
    select: BigInt,
    staleTime: 15_000,
    gcTime: getGcTime(60_000),
    refetchInterval: 30_000,
    retry: retryByCode,
  }
}
