import { useEffect, useMemo, useState } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import type { TokenType } from '../../../wire/tokens.ts'
import { getFeaturedIndex } from '../../config/featured-index.ts'
import { isUnlisted } from '../../config/is-unlisted.ts'
import { namesToken } from '../../config/names-token.ts'
import type { Side } from '../../config/token-rules.ts'
import type { TokenId } from '../../config/types.ts'
import type { Token } from '../../events/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useLookAlikes } from '../../hooks/use-look-alikes.ts'
import { type Holding, useOwnedTokens } from '../../hooks/use-owned-tokens.ts'
import { useRememberedTokens } from '../../hooks/use-remembered-tokens.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import type { TokenSafety } from '../../hooks/use-token-safety.ts'
import { type TokenFilter, type TokenSearch, useTokenSearch } from '../../hooks/use-token-search.ts'
import { SMALL_BALANCE_USD } from '../../lib/thresholds.ts'
import { tokenKey } from '../../lib/token-key.ts'
import { groupTokens, poolSharesLast, type TokenGroup } from './group-tokens.ts'

export interface PickerTokens
  extends Pick<TokenSearch, 'isLoading' | 'isError' | 'error' | 'retry' | 'loadMore'> {
  groups: readonly TokenGroup[]
  /** All rows in the order of the groups. */
  tokens: readonly Token[]
  getSafety: (token: Token) => TokenSafety
  /** Undefined while unknown, and for tokens far down the list. */
  getHolding: (token: Token) => Holding | undefined
  getType: (token: Token) => TokenType | undefined
}

/** The number of listed tokens per chain whose balances are read in one batch. */
const BALANCES_PER_CHAIN = 50
/** The list waits this long for balances, so that its rows do not move under a finger. */
const HOLD_MS = 1_200

/** Returns the rows of the picker: in groups, or one flat list of search results. */
export function usePickerTokens(
  filter: TokenFilter & { side: Side },
  excluded: TokenId | undefined,
): PickerTokens {
  const { chainIds, search, type, side } = filter
  const config = useConfig()
  const result = useTokenSearch(filter)
  const { findLookAlike } = useLookAlikes(chainIds)
  const remembered = useRememberedTokens(chainIds, side)
  const hidesSmall = useSettings((settings) => settings.hidesSmallBalances)
  const isFlat = search.trim() !== '' || type !== undefined
  const candidates = useMemo(() => {
    const firstOfList = chainIds.flatMap((id) =>
      result.tokens.filter(({ chainId }) => chainId === id).slice(0, BALANCES_PER_CHAIN),
    )
    const { pinned, recent, imported } = remembered
    if (isFlat) return firstOfList
    return distinct([...firstOfList, ...pinned, ...recent, ...imported])
  }, [isFlat, chainIds, result.tokens, remembered])
  const { owned, holdings, isLoading: isReadingBalances } = useOwnedTokens(candidates, remembered)
  const isHeld = useHold(chainIds.join()) && isReadingBalances && !isFlat

  const excludedKey = excluded && tokenKey(excluded)
  const groups = useMemo((): TokenGroup[] => {
    const text = search.trim().toLowerCase()
    const isShare = (token: Token) => result.types[tokenKey(token)] === 'lp'
    const offered = (tokens: readonly Token[]) => tokens.filter((token) => tokenKey(token) !== excludedKey)
    if (isFlat) {
      // The catalogue search does not find unlisted imports.
      const imported = text === '' ? [] : remembered.imported.filter((token) => matches(token, text))
      const tokens = poolSharesLast(offered(distinct([...result.tokens, ...imported])), isShare)
      return tokens.length > 0 ? [{ name: undefined, tokens }] : []
    }
    const kept = hidesSmall ? owned.filter((token) => !isSmall(holdings.get(tokenKey(token)))) : owned
    return groupTokens({
      pinned: offered(remembered.pinned),
      owned: offered(kept),
      hidden: owned.length - kept.length,
      recent: offered(remembered.recent),
      featured: offered(result.tokens.filter((token) => getFeaturedIndex(config, token) >= 0)),
      tokens: poolSharesLast(offered(result.tokens), isShare),
    })
  }, [
    isFlat,
    search,
    excludedKey,
    result.tokens,
    result.types,
    remembered,
    owned,
    holdings,
    hidesSmall,
    config,
  ])

  const unlisted = useMemo(
    () => new Set([...remembered.unlisted, ...result.unlisted.map(tokenKey)]),
    [remembered.unlisted, result.unlisted],
  )
  return {
    ...result,
    isLoading: result.isLoading || isHeld,
    groups,
    tokens: useMemo(() => groups.flatMap((group) => group.tokens), [groups]),
    getSafety: (token) => ({
      isUnlisted: isUnlisted(config, token, unlisted.has(tokenKey(token))),
      isUnknown:
        remembered.unknown.has(tokenKey(token)) &&
        config.listedTokens === undefined &&
        !isNativeToken(token.address) &&
        !namesToken(config, token),
      looksLike: findLookAlike(token),
    }),
    getHolding: (token) => holdings.get(tokenKey(token)),
    getType: (token) => result.types[tokenKey(token)],
  }
}

/** Returns true for `HOLD_MS` after `key` has changed. */
function useHold(key: string): boolean {
  const [endedFor, setEndedFor] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setEndedFor(key), HOLD_MS)
    return () => clearTimeout(timer)
  }, [key])
  return endedFor !== key
}

/** An unknown value is not small. */
function isSmall(holding: Holding | undefined): boolean {
  return holding?.usd !== undefined && holding.usd < SMALL_BALANCE_USD
}

function matches({ symbol, name, address }: Token, text: string): boolean {
  return [symbol, name, address].some((part) => part.toLowerCase().includes(text))
}

function distinct(tokens: readonly Token[]): Token[] {
  return [...new Map(tokens.map((token) => [tokenKey(token), token])).values()]
}
