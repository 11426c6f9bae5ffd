import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { findSummary } from './find-token.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'
import { catalogueToken } from './token-query.ts'

/** Returns whether the catalogue lists a token. */
export function listingQuery(
  context: QueryContext,
  { chainId, address }: { chainId: number; address: Address },
): UseQueryOptions<boolean, SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'listing', { chainId, address: address.toLowerCase() }),
    queryFn: async ({ signal }) => {
      const lookup = { chainId, address, signal }
      if (await catalogueToken(context, lookup)) return true
      return (await findSummary(context, lookup)) !== undefined
    },
    staleTime: 5 * 60_000,
    gcTime: getGcTime(30 * 60_000),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}
