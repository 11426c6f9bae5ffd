import { useMemo } from 'react'
import type { Token } from '../../events/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { type Holding, useOwnedTokens } from '../../hooks/use-owned-tokens.ts'
import { useRememberedTokens } from '../../hooks/use-remembered-tokens.ts'
import { useTokenSearch } from '../../hooks/use-token-search.ts'
import { tokenKey } from '../../lib/token-key.ts'

export interface AccountValue {
  isLoading: boolean
  /** The known tokens of the account, most valuable first. */
  tokens: readonly (Holding & { token: Token })[]
  /** The sum of the known values, in USD. */
  total: number
  /** True if the value of a listed token is unknown. */
  isPartial: boolean
}

/** The number of listed tokens per chain whose balances are read in one batch. */
const BALANCES_PER_CHAIN = 50

/** Returns the value of the connected account, from the tokens that the token page offers. */
export function useAccountValue(): AccountValue {
  const { chains } = useConfig()
  const chainIds = useMemo(() => chains.map(({ id }) => id), [chains])
  const search = useTokenSearch({ chainIds, search: '', type: undefined })
  const remembered = useRememberedTokens(chainIds, 'input')
  const candidates = useMemo(() => {
    const listed = chainIds.flatMap((id) =>
      search.tokens.filter(({ chainId }) => chainId === id).slice(0, BALANCES_PER_CHAIN),
    )
    const all = [...listed, ...remembered.pinned, ...remembered.recent, ...remembered.imported]
    return [...new Map(all.map((token) => [tokenKey(token), token])).values()]
  }, [chainIds, search.tokens, remembered])
  const { owned, holdings, isLoading } = useOwnedTokens(candidates, remembered)
  const tokens = owned.flatMap((token) => {
    const holding = holdings.get(tokenKey(token))
    return holding ? [{ token, ...holding }] : []
  })
  return {
    isLoading: isLoading || (search.isLoading && tokens.length === 0),
    tokens,
    total: tokens.reduce((sum, { usd = 0 }) => sum + usd, 0),
    isPartial: tokens.some(
      ({ token, usd }) => usd === undefined && !remembered.unlisted.has(tokenKey(token)),
    ),
  }
}
