import { getChain } from '../config/get-chain.ts'
import type { Token } from '../events/types.ts'
import { type Address, isNativeToken, readAddress } from '../lib/address.ts'
import { sleep } from '../lib/sleep.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/thresholds.ts'
import { findToken } from './find-token.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { isTransient, retryByCode, sharedOptions } from './shared-options.ts'
import { tokenQuery } from './token-query.ts'
import { type TokensOptions, type TokensPage, tokensQuery } from './tokens-query.ts'

const SEARCH_PAGE_LIMIT = 20

interface SearchInputs {
  chainId: number
  search: string
  offset: number
  signal: AbortSignal
}

/**
 * Tokens whose name, symbol or address contains `search` (not empty). The catalogue finds them; decimals and logo come
 * from its cached pages or from the chain. A complete address finds the token of that address or none.
 */
export function searchTokensQuery(
  context: QueryContext,
  { chainId, search }: { chainId: number; search: string },
): TokensOptions {
  const address = readAddress(search)
  return {
    ...tokensQuery(context, { chainId }),
    ...sharedOptions,
    queryKey: queryKey(context, 'search-tokens', { chainId, search: search.toLowerCase() }),
    queryFn: async ({ pageParam: offset, signal }) => {
      if (offset === 0) await sleep(SEARCH_DEBOUNCE_MS, signal)
      return address
        ? findToken(context, { chainId, address, signal })
        : searchByText(context, { chainId, search, offset, signal })
    },
    retry: retryByCode,
  }
}

async function searchByText(
  context: QueryContext,
  { chainId, search, offset, signal }: SearchInputs,
): Promise<TokensPage> {
  const page = await context.clients.tokens.searchTokens(
    {
      chain: getChain(context.config.getState(), chainId).name,
      pattern: search,
      limit: SEARCH_PAGE_LIMIT,
      offset,
    },
    { signal },
  )
  const addresses = page.items.map((item) => item.tokenAddress)
  const tokens = await completeTokens(context, chainId, addresses)
  return {
    tokens: tokens.sort((a, b) => Number(isNativeToken(b.address)) - Number(isNativeToken(a.address))),
    nextOffset: page.hasMore && page.items.length > 0 ? offset + page.items.length : undefined,
  }
}

/** Completes tokens by address. One with unknown decimals cannot be swapped and is omitted; a network failure rejects. */
async function completeTokens(
  context: QueryContext,
  chainId: number,
  addresses: Address[],
): Promise<Token[]> {
  const found = await Promise.allSettled(
    addresses.map((address) =>
      context.queryClient.fetchQuery({ ...tokenQuery(context, { chainId, address }), retry: false }),
    ),
  )
  const tokens = found.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = found.find((result) => result.status === 'rejected' && isTransient(result.reason))
  if (tokens.length === 0 && failed?.status === 'rejected') throw failed.reason
  return tokens
}
