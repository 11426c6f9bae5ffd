import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type Address, sameAddress } from '../lib/address.ts'
import type { RatePair } from '../wire/rates.ts'
import { chainOf, type QueryContext, queryKey } from './query-context.ts'
import { keptFor, retryByCode, sharedOptions } from './shared-options.ts'
import { tokensQuery } from './tokens-query.ts'

export interface PricedToken {
  chainId: number
  address: Address
}

/** Symbols taken for a dollar where the host names no `usdToken`, best first. */
const STABLE_SYMBOLS = ['USDC', 'USDT', 'DAI']

/** How long a rate counts as the present one. */
const FRESH_MS = 30_000

/** USD prices of up to 25 tokens from the exchange rates, in the order asked; null is unknown. */
export function ratesQuery(
  context: QueryContext,
  { tokens }: { tokens: readonly PricedToken[] },
): UseQueryOptions<(number | null)[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'rates', {
      tokens: tokens.map(({ chainId, address }) => `${chainId}:${address.toLowerCase()}`),
    }),
    queryFn: async ({ signal }) => {
      const pairs = await Promise.all(tokens.map((token) => pairOf(context, token)))
      const asked = pairs.filter((pair) => typeof pair === 'object')
      const rates = asked.length > 0 ? await context.clients.rates.rates(asked, { signal }) : []
      return pairs.map((pair) => {
        if (pair === 'is-dollar') return 1
        if (pair === 'unknown') return null
        return rates[asked.indexOf(pair)]?.price ?? null
      })
    },
    staleTime: FRESH_MS,
    gcTime: keptFor(5 * 60_000),
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}

/** The USD price of one token, from the cache while it is fresh; undefined is unknown. Never rejects. */
export async function usdPrice(context: QueryContext, token: PricedToken): Promise<number | undefined> {
  try {
    const [price] = await context.queryClient.fetchQuery({
      ...ratesQuery(context, { tokens: [token] }),
      staleTime: FRESH_MS,
      retry: false,
    })
    return price ?? undefined
  } catch {
    return undefined
  }
}

async function pairOf(
  context: QueryContext,
  token: PricedToken,
): Promise<RatePair | 'is-dollar' | 'unknown'> {
  const chain = chainOf(context, token.chainId)
  const dollar = chain.usdToken ?? (await listedDollar(context, token.chainId))
  if (!dollar) return 'unknown'
  if (sameAddress(dollar, token.address)) return 'is-dollar'
  return {
    domestic_blockchain: chain.name,
    domestic_token: token.address,
    foreign_blockchain: chain.name,
    foreign_token: dollar,
  }
}

async function listedDollar(context: QueryContext, chainId: number): Promise<Address | undefined> {
  const data = await context.queryClient.ensureInfiniteQueryData(tokensQuery(context, { chainId }))
  const listed = data.pages.flatMap((page) => page.tokens)
  for (const symbol of STABLE_SYMBOLS) {
    const token = listed.find((candidate) => candidate.symbol === symbol)
    if (token) return token.address
  }
  return undefined
}
