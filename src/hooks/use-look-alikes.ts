import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findChain } from '../config/get-chain.ts'
import { namesToken } from '../config/names-token.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { Token } from '../events/types.ts'
import { createLookAlikes } from '../lib/look-alike.ts'
import { nativeToken } from '../queries/token-of.ts'
import { type TokensPage, tokensQuery } from '../queries/tokens-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

/**
 * Returns a function that finds the better-known token of a chain whose symbol a token imitates; undefined if there is
 * none, and for tokens the host names itself.
 */
export function useLookAlikes(chainId: number): (token: Token) => Token | undefined {
  const widget = useWidget()
  const config = useConfig()
  const { data } = useInfiniteQuery(tokensQuery(widget, { chainId }), widget.queryClient)
  return useMemo(() => {
    const looksLike = createLookAlikes(rankTokens(data?.pages ?? [], { chainId, config }))
    return (token) => (namesToken(config, token) ? undefined : looksLike(token))
  }, [data, chainId, config])
}

/** The native token, then those the host names itself, then the catalogue's by priority. */
function rankTokens(
  pages: readonly TokensPage[],
  { chainId, config }: { chainId: number; config: ResolvedConfig },
): Token[] {
  const chain = findChain(config, chainId)
  // Many pool shares legitimately share one symbol.
  const shares = new Set(pages.flatMap((page) => page.poolShares ?? []))
  const listed = pages.flatMap((page) => page.tokens).filter(({ address }) => !shares.has(address))
  const named = listed.filter((token) => namesToken(config, token))
  return [
    ...(chain ? [nativeToken(chain)] : []),
    ...named,
    ...listed.filter((token) => !namesToken(config, token)),
  ]
}
