import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import type { TokenType } from '../../wire/tokens.ts'
import { getFeaturedIndex } from '../config/featured-index.ts'
import { isUnlisted } from '../config/is-unlisted.ts'
import { getNamedTokens, isAllowedToken, type Side } from '../config/token-rules.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import { type CatalogueFilter, catalogueQuery } from '../queries/catalogue-query.ts'
import { tokenQuery } from '../queries/token-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

export interface TokenSearch {
  tokens: Token[]
  /** Tokens found by address that the catalogue does not list. */
  unlisted: readonly Token[]
  /** The types that the catalogue provides, keyed by `tokenKey`. */
  types: Readonly<Record<string, TokenType>>
  isLoading: boolean
  isLoadingMore: boolean
  isError: boolean
  error: SluiceError | undefined
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

export interface TokenFilter extends CatalogueFilter {
  /** Excludes tokens that the host does not offer on this side. */
  side?: Side
}

/**
 * Finds the tokens of some chains that the host allows, filtered by a type, or by a text or an
 * address. Featured tokens come first, then the host's `listedTokens`. Excludes unlisted tokens
 * without `tokenImport`.
 */
export function useTokenSearch({ chainIds, search, type, side }: TokenFilter): TokenSearch {
  const widget = useWidget()
  const text = search.trim()
  const query = useInfiniteQuery(catalogueQuery(widget, { chainIds, search: text, type }), widget.queryClient)
  const config = useConfig()
  const { named, isLoadingNamed } = useNamedTokens(text === '' && type ? NO_CHAINS : chainIds)
  const { data, fetchNextPage, refetch, isFetchingNextPage } = query
  // Allowed tokens are all loaded by their addresses.
  const isComplete = chainIds.every((chainId) => {
    const rules = config.tokens[chainId]
    return rules?.allow ?? (side && rules?.[side]?.allow)
  })
  const hasMore = query.hasNextPage && !isComplete
  const unlisted = data?.pages[0]?.unlisted ?? NO_TOKENS
  const isOffered = useCallback(
    (token: Token) => {
      const isNotInCatalogue = unlisted.some((other) => tokenKey(other) === tokenKey(token))
      const isListed = config.tokenImport || !isUnlisted(config, token, isNotInCatalogue)
      return isListed && isAllowedToken(config, token, side)
    },
    [config, unlisted, side],
  )
  const toList = useCallback(
    (found: readonly Token[]) => {
      const matching = named.filter((token) => matches(token, text))
      return distinct([...matching, ...found])
        .filter(isOffered)
        .map((token) => ({ token, rank: getRank(config, token) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ token }) => token)
    },
    [config, named, text, isOffered],
  )
  const tokens = useMemo(() => toList(data?.pages.flatMap((page) => page.tokens) ?? []), [data, toList])
  // Waits for tokens that the config names, because they may be the only results.
  const firstPage = isLoadingNamed ? undefined : data?.pages[0]?.tokens
  const results = useMemo(() => firstPage && toList(firstPage), [firstPage, toList])
  useReportedSearch(text, results)
  const loadMore = useCallback(() => {
    if (hasMore && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasMore, isFetchingNextPage])
  return {
    tokens,
    unlisted,
    types: useMemo(() => Object.assign({}, ...(data?.pages ?? []).map((page) => page.types)), [data]),
    isLoading: query.isLoading,
    isLoadingMore: isFetchingNextPage,
    isError: query.isError,
    error: query.error ?? undefined,
    hasMore,
    loadMore,
    retry: useCallback(() => void refetch(), [refetch]),
  }
}

const NO_CHAINS: readonly number[] = []
const NO_TOKENS: readonly Token[] = []

/**
 * Loads the tokens of the host's `tokens` config, which the catalogue may list on a later page or
 * not at all.
 */
function useNamedTokens(chainIds: readonly number[]): NamedTokens {
  const widget = useWidget()
  const config = useConfig()
  return useQueries(
    {
      queries: chainIds.flatMap((chainId) =>
        getNamedTokens(config, chainId).map((address) => tokenQuery(widget, { chainId, address })),
      ),
      combine: getLoaded,
    },
    widget.queryClient,
  )
}

interface NamedTokens {
  /** Only loaded tokens. */
  named: Token[]
  isLoadingNamed: boolean
}

function getLoaded(results: readonly { data: Token | undefined; isLoading: boolean }[]): NamedTokens {
  return {
    named: results.flatMap(({ data }) => data ?? []),
    isLoadingNamed: results.some(({ isLoading }) => isLoading),
  }
}

function matches({ name, symbol, address }: Token, text: string): boolean {
  return [name, symbol, address].some((part) => part.toLowerCase().includes(text.toLowerCase()))
}

/** Ranks featured tokens by their place, then listed, then unlisted ones. */
function getRank(config: ResolvedConfig, token: Token): number {
  const featured = getFeaturedIndex(config, token)
  if (featured >= 0) return featured - Number.MAX_SAFE_INTEGER
  return Number(isUnlisted(config, token, false))
}

/** Emits each search with the first shown results, also if the cache answers it. */
function useReportedSearch(value: string, tokens: readonly Token[] | undefined): void {
  const { emit } = useWidget()
  useEffect(() => {
    if (value !== '' && tokens) emit('tokenSearch', { value, tokens: [...tokens] })
  }, [emit, value, tokens])
}

/**
 * Keeps the first entry of each token: pages may overlap, and a catalogue may contradict itself.
 */
function distinct(tokens: Token[]): Token[] {
  const first = new Map<string, Token>()
  for (const token of tokens) {
    const key = tokenKey(token)
    if (!first.has(key)) first.set(key, token)
  }
  return [...first.values()]
}
