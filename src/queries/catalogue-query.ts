import { sleep } from '../../wire/lib/sleep.ts'
import type { TokenType } from '../../wire/tokens.ts'
import { reportRejections } from '../errors/report-many.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/thresholds.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { fetchTokensByType, searchTokens } from './search-tokens.ts'
import { fetchTokens, type TokensOptions, type TokensPage, tokensQuery } from './tokens-query.ts'

/** The filter of a catalogue request. A search covers all types. */
export interface CatalogueFilter {
  /** One chain or several. */
  chainIds: readonly number[]
  /** Part of a name or symbol, or an address. Empty for all tokens. */
  search: string
  type?: TokenType | undefined
}

/**
 * Loads the catalogue's tokens of some chains. Omits chains without a response, and rejects if no
 * chain responds.
 */
export function catalogueQuery(context: QueryContext, filter: CatalogueFilter): TokensOptions {
  const { chainIds, search, type } = filter
  const [chainId] = chainIds
  if (chainIds.length === 1 && chainId !== undefined && search === '' && !type) {
    return tokensQuery(context, { chainId })
  }
  return {
    ...tokensQuery(context, { chainId: chainId ?? 0 }),
    queryKey: queryKey(context, 'catalogue', { chainIds, search: search.toLowerCase(), type }),
    queryFn: async ({ pageParam: offset, signal }) => {
      if (offset === 0 && search !== '') await sleep(SEARCH_DEBOUNCE_MS, signal)
      const pages = await Promise.allSettled(
        chainIds.map((id) => fetchPage(context, { ...filter, chainId: id, offset, signal })),
      )
      signal.throwIfAborted()
      reportRejections(pages, context.reportError)
      return mergePages(pages)
    },
  }
}

function fetchPage(
  context: QueryContext,
  {
    search,
    type,
    ...request
  }: Pick<CatalogueFilter, 'search' | 'type'> & { chainId: number; offset: number; signal: AbortSignal },
): Promise<TokensPage> {
  if (search !== '') return searchTokens(context, { ...request, search })
  return type ? fetchTokensByType(context, { ...request, type }) : fetchTokens(context, request)
}

/** Merges one page of several chains: the first token of each, then the second of each. */
function mergePages(results: readonly PromiseSettledResult<TokensPage>[]): TokensPage {
  const pages = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed && pages.length === 0) throw failed.reason
  const longest = Math.max(...pages.map(({ tokens }) => tokens.length))
  const offsets = pages.flatMap(({ nextOffset }) => nextOffset ?? [])
  return {
    tokens: Array.from({ length: longest }, (_, place) =>
      pages.flatMap(({ tokens }) => tokens[place] ?? []),
    ).flat(),
    types: Object.assign({}, ...pages.map(({ types }) => types)),
    unlisted: pages.flatMap(({ unlisted = [] }) => unlisted),
    nextOffset: offsets.length > 0 ? Math.min(...offsets) : undefined,
  }
}
