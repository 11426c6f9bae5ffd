import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { TokenId } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { tokenKey } from '../lib/token-key.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/**
 * Reads the asset of a lending or vault token from its contract. Null if the contract does not
 * report one.
 */
export function earningAssetQuery(
  context: QueryContext,
  token: TokenId,
): UseQueryOptions<Address | null, SluiceError> {
  const { chainId, address } = token
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'earning-asset', { token: tokenKey(token) }),
    queryFn: async () => {
      const earning = await context.chain.earning({ chainId, token: address, amount: 0n })
      return earning?.asset ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: getGcTime(30 * 60_000),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}
