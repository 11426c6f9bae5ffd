import type { UseQueryOptions } from '@tanstack/react-query'
import { sameAddress } from '../../wire/lib/address.ts'
import type { RatePair } from '../../wire/rates.ts'
import { getChain } from '../config/get-chain.ts'
import type { TokenId } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/**
 * Loads USD prices of up to 25 tokens from the exchange rates, in the order of `tokens`. Null is
 * unknown. All are null on a chain for which neither the host nor a preset names a USD token.
 */
export function ratesQuery(
  context: QueryContext,
  { tokens }: { tokens: readonly TokenId[] },
): UseQueryOptions<(number | null)[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'rates', {
      tokens: tokens.map(({ chainId, address }) => `${chainId}:${address.toLowerCase()}`),
    }),
    queryFn: async ({ signal }) => {
      const pairs = await Promise.all(tokens.map((token) => toPair(context, token)))
      const requested = pairs.filter((pair) => typeof pair === 'object')
      const rates = requested.length > 0 ? await context.clients.rates.rates(requested, { signal }) : []
      return pairs.map((pair) => {
        if (pair === 'is-usd') return 1
        if (pair === 'unknown') return null
        return rates[requested.indexOf(pair)]?.price ?? null
      })
    },
    staleTime: 30_000,
    gcTime: getGcTime(5 * 60_000),
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}

async function toPair(context: QueryContext, token: TokenId): Promise<RatePair | 'is-usd' | 'unknown'> {
  const chain = getChain(context.config.getState(), token.chainId)
  const usdToken = await context.priceReader.usdToken(token.chainId)
  if (!usdToken) return 'unknown'
  if (sameAddress(usdToken, token.address)) return 'is-usd'
  return {
    domestic_blockchain: chain.name,
    domestic_token: token.address,
    foreign_blockchain: chain.name,
    foreign_token: usdToken,
  }
}
