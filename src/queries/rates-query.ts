import type { UseQueryOptions } from '@tanstack/react-query'
import { getChain } from '../config/get-chain.ts'
import type { TokenId } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { sameAddress } from '../lib/address.ts'
import type { RatePair } from '../wire/rates.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { keptFor, retryByCode, sharedOptions } from './shared-options.ts'

/**
 * USD prices of up to 25 tokens from the exchange rates, in the order asked; null is unknown, as all are on a chain
 * where neither the host nor a preset says which token is a dollar.
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
      const asked = pairs.filter((pair) => typeof pair === 'object')
      const rates = asked.length > 0 ? await context.clients.rates.rates(asked, { signal }) : []
      return pairs.map((pair) => {
        if (pair === 'is-dollar') return 1
        if (pair === 'unknown') return null
        return rates[asked.indexOf(pair)]?.price ?? null
      })
    },
    staleTime: 30_000,
    gcTime: keptFor(5 * 60_000),
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}

async function toPair(context: QueryContext, token: TokenId): Promise<RatePair | 'is-dollar' | 'unknown'> {
  const chain = getChain(context.config.getState(), token.chainId)
  const dollar = await context.priceReader.usdToken(token.chainId)
  if (!dollar) return 'unknown'
  if (sameAddress(dollar, token.address)) return 'is-dollar'
  return {
    domestic_blockchain: chain.name,
    domestic_token: token.address,
    foreign_blockchain: chain.name,
    foreign_token: dollar,
  }
}
