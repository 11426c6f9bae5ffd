import { type Address, isNativeToken, readAddress } from '../../wire/lib/address.ts'
import type { TokenType } from '../../wire/tokens.ts'
import { getChain } from '../config/get-chain.ts'
import type { Token } from '../events/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import { findToken } from './find-token.ts'
import type { QueryContext } from './query-context.ts'
import { isTransient } from './shared-options.ts'
import { tokenQuery } from './token-query.ts'
import type { TokensPage } from './tokens-query.ts'

const PAGE_LIMIT = 20

interface PageRequest {
  chainId: number
  offset: number
  signal: AbortSignal
}

/**
 * Finds tokens whose name, symbol or address contains `search` (not empty). The catalogue finds
 * them; decimals and logos come from its cached pages or from the chain. A complete address finds
 * only the token with that address.
 */
export async function searchTokens(
  context: QueryContext,
  { chainId, search, offset, signal }: PageRequest & { search: string },
): Promise<TokensPage> {
  const address = readAddress(search)
  if (address) return findToken(context, { chainId, address, signal })
  const page = await context.clients.tokens.searchTokens(
    // Users also write "$usdc".
    {
      chain: getChainName(context, chainId),
      pattern: search.replace(/^\$+(?=.)/, ''),
      limit: PAGE_LIMIT,
      offset,
    },
    { signal },
  )
  return completePage(context, { chainId, offset, page })
}

/** Loads the tokens of a type that the catalogue lists. */
export async function fetchTokensByType(
  context: QueryContext,
  { chainId, type, offset, signal }: PageRequest & { type: TokenType },
): Promise<TokensPage> {
  const page = await context.clients.tokens.tokensByType(
    { chain: getChainName(context, chainId), tokenType: type, limit: PAGE_LIMIT, offset },
    { signal },
  )
  const completed = await completePage(context, { chainId, offset, page })
  const types = completed.tokens.map((token) => [tokenKey(token), type])
  return { ...completed, types: Object.fromEntries(types) }
}

async function completePage(
  context: QueryContext,
  {
    chainId,
    offset,
    page: { items, hasMore },
  }: { chainId: number; offset: number; page: { items: { tokenAddress: Address }[]; hasMore: boolean } },
): Promise<TokensPage> {
  const tokens = await completeTokens(
    context,
    chainId,
    items.map((item) => item.tokenAddress),
  )
  return {
    tokens: tokens.sort((a, b) => Number(isNativeToken(b.address)) - Number(isNativeToken(a.address))),
    nextOffset: hasMore && items.length > 0 ? offset + items.length : undefined,
  }
}

/**
 * Completes tokens by address. Omits a token with unknown decimals, because it cannot be swapped.
 * Rejects on a network failure.
 */
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

function getChainName({ config }: QueryContext, chainId: number): string {
  return getChain(config.getState(), chainId).name
}
