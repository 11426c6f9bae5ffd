import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { isUnlisted } from '../config/names-token.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { searchTokensQuery } from '../queries/search-tokens-query.ts'
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
 * The tokens of a chain, filtered by a text or an address. Tokens of the host's `listedTokens` come first.
 */
export function useTokenSearch({ chainId, search }: { chainId: number; search: string }): TokenSearch {
  const widget = useWidget()
  const text = search.trim()
  const query = useInfiniteQuery(
    text === '' ? tokensQuery(widget, { chainId }) : searchTokensQuery(widget, { chainId, search: text }),
    widget.queryClient,
  )
  const config = useConfig()
  const { data, fetchNextPage, refetch, hasNextPage, isFetchingNextPage } = query
  const tokens = useMemo(() => {
    const found = distinct(data?.pages.flatMap((page) => page.tokens) ?? [])
    const rank = (token: Token) => Number(isUnlisted(config, token, false))
    return found.sort((a, b) => rank(a) - rank(b))
  }, [data, config])
  useReportedSearch(text, data?.pages[0]?.tokens)
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [fetchNextPage, hasNextPage, isFetchingNextPage])
  return {
    tokens,
    isUnlisted: data?.pages[0]?.isUnlisted ?? false,
    isLoading: query.isLoading,
    isLoadingMore: isFetchingNextPage,
    isError: query.isError,
    error: query.error ?? undefined,
    hasMore: hasNextPage,
    loadMore,
    retry: useCallback(() => void refetch(), [refetch]),
  }
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
