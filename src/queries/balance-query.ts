import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/**
 * Reads an account's balance of a token. Cached as a string, because a host may persist its cache
 * as JSON.
 */
export function balanceQuery(
  context: QueryContext,
  { chainId, token, account }: { chainId: number; token: Address; account: Address },
): UseQueryOptions<string, SluiceError, bigint> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'balance', {
      chainId,
      token: token.toLowerCase(),
      account: account.toLowerCase(),
    }),
    queryFn: async () => (await context.chain.balanceOf({ chainId, token, account })).toString(),
    select: BigInt,
    staleTime: 5_000,
    gcTime: getGcTime(5 * 60_000),
    refetchInterval: 20_000,
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}
