import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/** Reads the allowance of a spender. Cached as a string, see `balanceQuery`. */
export function allowanceQuery(
  context: QueryContext,
  query: { chainId: number; token: Address; owner: Address; spender: Address },
): UseQueryOptions<string, SluiceError, bigint> {
  const { chainId, token, owner, spender } = query
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'allowance', {
      chainId,
      token: token.toLowerCase(),
      owner: owner.toLowerCase(),
      spender: spender.toLowerCase(),
    }),
    queryFn: async () => (await context.chain.allowance(query)).toString(),
    select: BigInt,
    staleTime: 0,
    gcTime: getGcTime(60_000),
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}
