import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/** Reads USD per whole token from the pools on chain, in the order of `tokens`. Null is unknown. */
export function poolPricesQuery(
  context: QueryContext,
  { chainId, tokens }: { chainId: number; tokens: readonly Address[] },
): UseQueryOptions<(number | null)[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'pool-prices', {
      chainId,
      tokens: tokens.map((token) => token.toLowerCase()),
    }),
    queryFn: async ({ signal }) => {
      const prices = await context.priceReader.prices({ chainId, tokens, signal })
      return prices.map((price) => price ?? null)
    },
    staleTime: 10_000,
    gcTime: getGcTime(60_000),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}
