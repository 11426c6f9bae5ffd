import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

const MAX_STABLE_TOKENS = 100
const STALE_MS = 30 * 60_000

/** Loads the lower-case addresses of the tokens that the catalogue lists as stable on a chain. */
export function stableTokensQuery(
  context: QueryContext,
  { chain }: { chain: string },
): UseQueryOptions<string[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'stable-tokens', { chain }),
    queryFn: async ({ signal }) => {
      const query = { chain, tokenType: 'stable', limit: MAX_STABLE_TOKENS } as const
      const { items } = await context.clients.tokens.tokensByType(query, { signal })
      return items.map(({ tokenAddress }) => tokenAddress.toLowerCase())
    },
    staleTime: STALE_MS,
    gcTime: getGcTime(STALE_MS),
    refetchOnWindowFocus: false,
    retry: false,
  }
}
