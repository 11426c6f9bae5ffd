import type { UseQueryOptions } from '@tanstack/react-query'
import { type Address, isNativeToken } from '../../wire/lib/address.ts'
import { TYPICAL_WRAP_GAS, wrapCall } from '../chain/wrap-call.ts'
import { orUnknown } from '../errors/report-defect.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

export interface WrapCostQuery {
  chainId: number
  wrapper: Address
  inputToken: { address: Address }
  /** Undefined without a connected wallet, which uses a typical gas amount. */
  account: Address | undefined
}

/**
 * Estimates the network cost of wrapping or unwrapping in wei. It does not depend on the amount.
 */
export function wrapCostQuery(
  context: QueryContext,
  { chainId, wrapper, inputToken, account }: WrapCostQuery,
): UseQueryOptions<string, SluiceError, bigint> {
  const call = wrapCall(wrapper, { inputToken, inputAmount: 1n })
  const { chain } = context
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'wrap-cost', {
      chainId,
      wrapper: wrapper.toLowerCase(),
      isWrap: isNativeToken(inputToken.address),
      account: account?.toLowerCase(),
    }),
    queryFn: async () => {
      const [price, gas = TYPICAL_WRAP_GAS] = await Promise.all([
        chain.gasPrice(chainId),
        // An account without funds cannot estimate.
        account
          ? orUnknown(chain.estimateGas({ chainId, from: account, ...call }), context.reportError)
          : undefined,
      ])
      const [l1Fee = 0n] = await chain.l1Fees({ chainId, data: [call.data], gas: [gas] })
      return (gas * price + l1Fee).toString()
    },
    select: BigInt,
    staleTime: 15_000,
    gcTime: getGcTime(60_000),
    refetchInterval: 30_000,
    retry: retryByCode,
  }
}
