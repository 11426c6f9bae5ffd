import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/** Reads a token's decimals from the chain. */
export function decimalsQuery(
  context: QueryContext,
  { chainId, address }: { chainId: number; address: Address },
): UseQueryOptions<number, SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'decimals', { chainId, address: address.toLowerCase() }),
    queryFn: () => context.chain.decimals({ chainId, token: address }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: getGcTime(30 * 60_000),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}
