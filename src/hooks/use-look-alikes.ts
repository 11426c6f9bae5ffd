import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TokenType } from '../../wire/tokens.ts'
import { namesToken } from '../config/names-token.ts'
import type { ResolvedChain, ResolvedConfig } from '../config/types.ts'
import type { Token } from '../events/types.ts'
import { createLookAlikes } from '../lib/look-alike.ts'
import { tokenKey } from '../lib/token-key.ts'
import { catalogueQuery } from '../queries/catalogue-query.ts'
import { nativeToken } from '../queries/token-of.ts'
import type { TokensPage } from '../queries/tokens-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

export interface LookAlikesView {
  /**
   * Returns the better-known token of the same chain whose symbol a token imitates. Undefined if
   * none exists, and for tokens that the host configures.
   */
  findLookAlike: (token: Token) => Token | undefined
  /** True until the catalogue responds. Only look-alikes of native tokens are detected before. */
  isLoading: boolean
}

/** Loads the better-known tokens of chains to compare other tokens with. */
export function useLookAlikes(chainIds: readonly number[]): LookAlikesView {
  const widget = useWidget()
  const config = useConfig()
  const { data, isPending } = useInfiniteQuery(
    catalogueQuery(widget, { chainIds, search: '' }),
    widget.queryClient,
  )
  const findLookAlike = useMemo(() => {
    const byChain = new Map(
      config.chains.map((chain) => [
        chain.id,
        createLookAlikes(rankTokens(data?.pages ?? [], { chain, config })),
      ]),
    )
    return (token: Token) => (namesToken(config, token) ? undefined : byChain.get(token.chainId)?.(token))
  }, [data, config])
  return { findLookAlike, isLoading: isPending }
}

/**
 * Ranks the native token first, then tokens that the host configures, then the catalogue's by
 * priority.
 */
function rankTokens(
  pages: readonly TokensPage[],
  { chain, config }: { chain: ResolvedChain; config: ResolvedConfig },
): Token[] {
  // Many pool shares legitimately share one symbol.
  const types: Record<string, TokenType> = Object.assign({}, ...pages.map((page) => page.types))
  const listed = pages
    .flatMap((page) => page.tokens)
    .filter((token) => token.chainId === chain.id && types[tokenKey(token)] !== 'lp')
  const named = listed.filter((token) => namesToken(config, token))
  return [nativeToken(chain), ...named, ...listed.filter((token) => !namesToken(config, token))]
}
