import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import { loadApproveCall, TYPICAL_APPROVAL_GAS } from '../chain/approve-call.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

export interface ApprovalCostQuery {
  chainId: number
  token: Address
  owner: Address
  spender: Address
  /** Base units. */
  amount: bigint
  /** The current allowance in base units. */
  allowance: bigint
}

/**
 * Estimates the network cost of the approval in wei, including a reset of the old allowance if the
 * token requires one.
 */
export function approvalCostQuery(
  context: QueryContext,
  query: ApprovalCostQuery,
): UseQueryOptions<string, SluiceError, bigint> {
  const { chainId, token, spender, amount, allowance } = query
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'approval-cost', {
      ...query,
      amount: amount.toString(),
      allowance: allowance.toString(),
    }),
    queryFn: async () => {
      const { data } = (await loadApproveCall())(token, spender, amount)
      const [gas, price] = await Promise.all([getGas(context, query), context.chain.gasPrice(chainId)])
      const fees = await context.chain.l1Fees({ chainId, data: gas.map(() => data), gas })
      return [...gas.map((units) => units * price), ...fees].reduce((sum, wei) => sum + wei, 0n).toString()
    },
    select: BigInt,
    staleTime: 30_000,
    gcTime: getGcTime(60_000),
    retry: retryByCode,
  }
}

/** Returns the gas of each transaction: of the approval, or of reset and approval. */
async function getGas(
  { chain }: QueryContext,
  { chainId, token, owner, spender, amount, allowance }: ApprovalCostQuery,
): Promise<readonly bigint[]> {
  const approveCall = await loadApproveCall()
  const estimate = (value: bigint) =>
    chain.estimateGas({ chainId, from: owner, ...approveCall(token, spender, value) })
  try {
    return [await estimate(amount)]
  } catch (error) {
    const isReverted = error instanceof SluiceError && error.code === 'SIMULATION_FAILED'
    if (!isReverted || allowance === 0n) throw error
    // The approval after the reset cannot be estimated before the reset is mined.
    return [await estimate(0n), TYPICAL_APPROVAL_GAS]
  }
}
