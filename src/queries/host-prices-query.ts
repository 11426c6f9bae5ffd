import type { UseQueryOptions } from '@tanstack/react-query'
import type { TokenId } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { loaded } from '../errors/to-sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/**
 * Loads USD per whole token from the host's `priceSource`, in the order of `tokens`. Null is
 * unknown. Disabled without a `priceSource`.
 */
export function hostPricesQuery(
  context: QueryContext,
  { tokens }: { tokens: readonly TokenId[] },
): UseQueryOptions<(number | null)[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'host-prices', {
      tokens: tokens.map(({ chainId, address }) => ({ chainId, address: address.toLowerCase() })),
    }),
    queryFn: async ({ signal }) => {
      const { priceSource } = context.config.getState()
      if (!priceSource) return tokens.map(() => null)
      const { fetchHostPrices } = await loaded(import('./fetch-host-prices.ts'))
      return fetchHostPrices(priceSource, { tokens, signal })
    },
    enabled: context.config.getState().priceSource !== undefined,
    staleTime: 10_000,
    gcTime: getGcTime(60_000),
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
    retry: false,
  }
}
