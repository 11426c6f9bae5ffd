import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { isUnlisted } from '../config/names-token.ts'
import { getFeaturedIndex, getNamedTokens, isAllowedToken } from '../config/token-rules.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { searchTokensQuery } from '../queries/search-tokens-query.ts'
import { tokenQuery } from '../queries/token-query.ts'
import { tokensQuery } from '../queries/tokens-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

export interface TokenSearch {
  tokens: Token[]
  /** The result is a token found by its address that the catalogue does not list. */
  isUnlisted: boolean
  isLoading: boolean
  isLoadingMore: boolean
  isError: boolean
  error: SluiceError | undefined
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

/**
 * The tokens of a chain that the host allows, filtered by a text or an address. Those the host features come first, then
 * those of its `listedTokens`.
 */
export function useTokenSearch({ chainId, search }: { chainId: number; search: string }): TokenSearch {
  const widget = useWidget()
  const text = search.trim()
  const query = useInfiniteQuery(
    text === '' ? tokensQuery(widget, { chainId }) : searchTokensQuery(widget, { chainId, search: text }),
    widget.queryClient,
  )
  const config = useConfig()
  const named = useNamedTokens(chainId)
  const { data, fetchNextPage, refetch, isFetchingNextPage } = query
  // Allowed tokens are all loaded by their addresses.
  const hasMore = query.hasNextPage && !config.tokens[chainId]?.allow
  const tokens = useMemo(() => {
    const found = data?.pages.flatMap((page) => page.tokens) ?? []
    const matching = named.filter((token) => matches(token, text))
    return distinct([...matching, ...found])
      .filter((token) => isAllowedToken(config, token))
      .sort((a, b) => getRank(config, a) - getRank(config, b))
  }, [data, config, named, text])
  const firstPage = data?.pages[0]?.tokens
  const results = useMemo(
    () => firstPage?.filter((token) => isAllowedToken(config, token)),
    [firstPage, config],
  )
  useReportedSearch(text, results)
  const loadMore = useCallback(() => {
    if (hasMore && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasMore, isFetchingNextPage])
  return {
    tokens,
    isUnlisted: data?.pages[0]?.isUnlisted ?? false,
    isLoading: query.isLoading,
    isLoadingMore: isFetchingNextPage,
    isError: query.isError,
    error: query.error ?? undefined,
    hasMore,
    loadMore,
    retry: useCallback(() => void refetch(), [refetch]),
  }
}

/** The tokens that the host's `tokens` name, which the catalogue may list on a later page or not at all. */
function useNamedTokens(chainId: number): readonly Token[] {
  const widget = useWidget()
  const config = useConfig()
  return useQueries(
    {
      queries: getNamedTokens(config, chainId).map((address) => tokenQuery(widget, { chainId, address })),
      combine: getLoaded,
    },
    widget.queryClient,
  )
}

function getLoaded(results: readonly { data: Token | undefined }[]): Token[] {
  return results.flatMap(({ data }) => data ?? [])
}

function matches({ name, symbol, address }: Token, text: string): boolean {
  return [name, symbol, address].some((part) => part.toLowerCase().includes(text.toLowerCase()))
}

/** Featured tokens by their place, then listed, then unlisted ones. */
function getRank(config: ResolvedConfig, token: Token): number {
  const featured = getFeaturedIndex(config, token)
  if (featured >= 0) return featured - Number.MAX_SAFE_INTEGER
  return Number(isUnlisted(config, token, false))
}

/** Emits each search with its first page, one that the cache answers included. */
function useReportedSearch(value: string, tokens: readonly Token[] | undefined): void {
  const { emit } = useWidget()
  useEffect(() => {
    if (value !== '' && tokens) emit('tokenSearch', { value, tokens: [...tokens] })
  }, [emit, value, tokens])
}

/** One entry per address, the first: pages may overlap, and a catalogue may say two things of one token. */
function distinct(tokens: Token[]): Token[] {
  const first = new Map<string, Token>()
  for (const token of tokens) {
    const address = token.address.toLowerCase()
    if (!first.has(address)) first.set(address, token)
  }
  return [...first.values()]
}
