import type { FetchQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import { getChain } from '../config/get-chain.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'
import { TOKENS_PAGE_LIMIT } from './tokens-query.ts'

/** The types of earning tokens: of a lending market, or of a vault. */
export type EarningType = 'lend' | 'invest'

export interface EarningToken {
  address: Address
  type: EarningType
}

/** Maximum number of pages per type. */
const MAX_PAGES = 6

/** Loads the lending and vault tokens that the catalogue lists on a chain. */
export function earningTokensQuery(
  context: QueryContext,
  { chainId }: { chainId: number },
): FetchQueryOptions<EarningToken[], SluiceError> & { queryFn: object } {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'earning-tokens', { chainId }),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const types = ['lend', 'invest'] as const
      const lists = await Promise.all(types.map((type) => fetchType(context, { chainId, type, signal })))
      return lists.flat()
    },
    staleTime: 30 * 60_000,
    gcTime: getGcTime(30 * 60_000),
    retry: false,
  }
}

async function fetchType(
  context: QueryContext,
  { chainId, type, signal }: { chainId: number; type: EarningType; signal: AbortSignal },
): Promise<EarningToken[]> {
  const chain = getChain(context.config.getState(), chainId).name
  const found: EarningToken[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { items, hasMore } = await context.clients.tokens.tokensByType(
      { chain, tokenType: type, limit: TOKENS_PAGE_LIMIT, offset: found.length },
      { signal },
    )
    found.push(...items.map(({ tokenAddress }) => ({ address: tokenAddress, type })))
    if (!hasMore || items.length === 0) break
  }
  return found
}
