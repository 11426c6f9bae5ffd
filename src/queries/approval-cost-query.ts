import type { UseQueryOptions } from '@tanstack/react-query'
import { loadApproveCall, TYPICAL_APPROVAL_GAS } from '../chain/approve-call.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import type { Address } from '../lib/address.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

export interface ApprovalCostQuery {
  chainId: number
  token: Address
  owner: Address
  spender: Address
  /** Base units. */
  amount: bigint
  /** The current allowance, in base units. */
  allowance: bigint
}

/** The network cost of the approval in wei, including a reset of the old allowance where the token requires one. */
export function approvalCostQuery(
  context: QueryContext,
  query: ApprovalCostQuery,
): UseQueryOptions<string, SluiceError, bigint> {
  const { chainId, amount, allowance } = query
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'approval-cost', {
      ...query,
      amount: amount.toString(),
      allowance: allowance.toString(),
    }),
    queryFn: async () => {
      const [gas, price] = await Promise.all([getGas(context, query), context.chain.gasPrice(chainId)])
      return (gas.units * price + gas.l1Fee).toString()
    },
    select: BigInt,
    staleTime: 30_000,
    gcTime: getGcTime(60_000),
    retry: retryByCode,
  }
}

async function getGas(
  { chain }: QueryContext,
  { chainId, token, owner, spender, amount, allowance }: ApprovalCostQuery,
): Promise<{ units: bigint; l1Fee: bigint }> {
  const approveCall = await loadApproveCall()
  const { data } = approveCall(token, spender, amount)
  const [l1Fee = 0n] = await chain.l1Fees({ chainId, data: [data] })
  const estimate = (value: bigint) =>
    chain.estimateGas({ chainId, from: owner, ...approveCall(token, spender, value) })
  try {
    return { units: await estimate(amount), l1Fee }
  } catch (error) {
    const isReverted = error instanceof SluiceError && error.code === 'SIMULATION_FAILED'
    if (!isReverted || allowance === 0n) throw error
    // The approval after the reset cannot be estimated before the reset is mined.
    return { units: (await estimate(0n)) + TYPICAL_APPROVAL_GAS, l1Fee: 2n * l1Fee }
  }
}
