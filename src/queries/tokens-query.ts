import type { InfiniteData, UseInfiniteQueryOptions } from '@tanstack/react-query'
import { isNativeToken } from '../../wire/lib/address.ts'
import type { TokenType } from '../../wire/tokens.ts'
import { getChain } from '../config/get-chain.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'
import { nativeToken, tokenOfRecord } from './token-of.ts'

/**
 * One page of tokens and the offset of the next page. `nextOffset` is undefined on the last page.
 */
export interface TokensPage {
  tokens: Token[]
  nextOffset: number | undefined
  /** The types that the catalogue provides, keyed by `tokenKey`. */
  types?: Record<string, TokenType>
  /** Tokens that were read from the chain and are not in the catalogue. */
  unlisted?: Token[]
}

export type TokensOptions = UseInfiniteQueryOptions<
  TokensPage,
  SluiceError,
  InfiniteData<TokensPage, number>,
  readonly unknown[],
  number
>

/** The maximum that the interface recommends. */
export const TOKENS_PAGE_LIMIT = 50

/** Loads the tokens of a chain by priority, the native token first. */
export function tokensQuery(context: QueryContext, { chainId }: { chainId: number }): TokensOptions {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'tokens', { chainId }),
    queryFn: ({ pageParam: offset, signal }) => fetchTokens(context, { chainId, offset, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.nextOffset,
    staleTime: 5 * 60_000,
    gcTime: getGcTime(30 * 60_000),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}

/** Loads one page of a chain's tokens. */
export async function fetchTokens(
  context: QueryContext,
  { chainId, offset, signal }: { chainId: number; offset: number; signal: AbortSignal },
): Promise<TokensPage> {
  const chain = getChain(context.config.getState(), chainId)
  const page = await context.clients.tokens.tokens(
    { chain: chain.name, limit: TOKENS_PAGE_LIMIT, offset },
    { signal },
  )
  const native = page.items.find((item) => isNativeToken(item.tokenAddress))
  const others = page.items.filter((item) => !isNativeToken(item.tokenAddress))
  return {
    tokens: [
      ...(offset === 0 ? [nativeToken(chain, native)] : []),
      ...others.map((item) => tokenOfRecord(chainId, item)),
    ],
    types: Object.fromEntries(
      others.map(({ tokenAddress, type }) => [tokenKey({ chainId, address: tokenAddress }), type]),
    ),
    nextOffset: page.hasMore && page.items.length > 0 ? offset + page.items.length : undefined,
  }
}
