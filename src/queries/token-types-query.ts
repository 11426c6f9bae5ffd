import type { UseQueryOptions } from '@tanstack/react-query'
import { TOKEN_TYPES, type TokenType } from '../../wire/tokens.ts'
import { getChain } from '../config/get-chain.ts'
import { reportRejections } from '../errors/report-many.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/**
 * Loads the types of which the catalogue lists tokens on some chains. Excludes `tradable`, which is
 * not a filter.
 */
export function tokenTypesQuery(
  context: QueryContext,
  { chainIds }: { chainIds: readonly number[] },
): UseQueryOptions<TokenType[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'token-types', { chainIds }),
    queryFn: async ({ signal }) => {
      const isListed = async (tokenType: TokenType) => {
        const pages = await Promise.allSettled(
          chainIds.map((chainId) => {
            const chain = getChain(context.config.getState(), chainId).name
            return context.clients.tokens.tokensByType({ chain, tokenType, limit: 1 }, { signal })
          }),
        )
        reportRejections(pages, context.reportError)
        return pages.some((page) => page.status === 'fulfilled' && page.value.items.length > 0)
      }
      const types = TOKEN_TYPES.filter((type) => type !== 'tradable')
      const listed = await Promise.all(types.map(isListed))
      signal.throwIfAborted()
      return types.filter((_, index) => listed[index])
    },
    staleTime: 30 * 60_000,
    gcTime: getGcTime(30 * 60_000),
    refetchOnWindowFocus: false,
    retry: false,
  }
}
