import { useMemo } from 'react'
import { isUnlisted } from '../../config/names-token.ts'
import { getFeaturedIndex } from '../../config/token-rules.ts'
import type { TokenId } from '../../config/types.ts'
import type { Token } from '../../events/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useDelay } from '../../hooks/use-delay.ts'
import { useLookAlikes } from '../../hooks/use-look-alikes.ts'
import { type OwnedToken, useOwnedTokens } from '../../hooks/use-owned-tokens.ts'
import { useRememberedTokens } from '../../hooks/use-remembered-tokens.ts'
import { type TokenSearch, useTokenSearch } from '../../hooks/use-token-search.ts'
import type { TokenStanding } from '../../hooks/use-token-standing.ts'
import { tokenKey } from '../../lib/token-key.ts'
import type { CatalogueFilter } from '../../queries/catalogue-query.ts'
import type { TokenType } from '../../wire/tokens.ts'
import { groupTokens, type TokenGroup } from './group-tokens.ts'

export interface PickerTokens
  extends Pick<TokenSearch, 'isLoading' | 'isError' | 'error' | 'retry' | 'loadMore'> {
  groups: readonly TokenGroup[]
  /** All rows, in the order of the groups. */
  tokens: readonly Token[]
  getStanding: (token: Token) => TokenStanding
  getOwned: (token: Token) => OwnedToken | undefined
  getType: (token: Token) => TokenType | undefined
}

/** Tokens of one chain whose balances are read at once, beside those chosen before. */
const BALANCES_PER_CHAIN = 50
/** The list waits this long for balances, so that its rows do not move under a finger. */
const BALANCES_PATIENCE_MS = 1_200

/** The rows of the picker: in groups, or one flat list of what a search or a type has found. */
export function usePickerTokens(filter: CatalogueFilter, excluded: TokenId | undefined): PickerTokens {
  const { chainIds, search, type } = filter
  const config = useConfig()
  const result = useTokenSearch(filter)
  const looksLike = useLookAlikes(chainIds)
  const remembered = useRememberedTokens(chainIds)
  const isFlat = search.trim() !== '' || type !== undefined
  const candidates = useMemo(() => {
    if (isFlat) return []
    const firstOfList = chainIds.flatMap((id) =>
      result.tokens.filter(({ chainId }) => chainId === id).slice(0, BALANCES_PER_CHAIN),
    )
    const { pinned, recent, imported } = remembered
    return distinct([...firstOfList, ...pinned, ...recent, ...imported])
  }, [isFlat, chainIds, result.tokens, remembered])
  const { owned, isLoading: isReadingBalances } = useOwnedTokens(candidates)
  const isPatienceOver = useDelay(BALANCES_PATIENCE_MS)
  const ownedByKey = useMemo(() => new Map(owned.map((each) => [tokenKey(each.token), each])), [owned])

  const excludedKey = excluded && tokenKey(excluded)
  const groups = useMemo((): TokenGroup[] => {
    const text = search.trim().toLowerCase()
    const offered = (tokens: readonly Token[]) => tokens.filter((token) => tokenKey(token) !== excludedKey)
    if (isFlat) {
      // The catalogue does not find what it does not list.
      const imported = text === '' ? [] : remembered.imported.filter((token) => matches(token, text))
      const tokens = offered(distinct([...result.tokens, ...imported]))
      return tokens.length > 0 ? [{ name: undefined, tokens }] : []
    }
    return groupTokens({
      pinned: offered(remembered.pinned),
      owned: offered(owned.map(({ token }) => token)),
      recent: offered(remembered.recent),
      featured: offered(result.tokens.filter((token) => getFeaturedIndex(config, token) >= 0)),
      tokens: offered(result.tokens),
    })
  }, [isFlat, search, excludedKey, result.tokens, remembered, owned, config])

  const unlisted = useMemo(
    () => new Set([...remembered.unlisted, ...result.unlisted.map(tokenKey)]),
    [remembered.unlisted, result.unlisted],
  )
  return {
    ...result,
    isLoading: result.isLoading || (isReadingBalances && !isPatienceOver),
    groups,
    tokens: useMemo(() => groups.flatMap((group) => group.tokens), [groups]),
    getStanding: (token) => ({
      isUnlisted: isUnlisted(config, token, unlisted.has(tokenKey(token))),
      looksLike: looksLike(token),
    }),
    getOwned: (token) => ownedByKey.get(tokenKey(token)),
    getType: (token) => result.types[tokenKey(token)],
  }
}

function matches({ symbol, name, address }: Token, text: string): boolean {
  return [symbol, name, address].some((part) => part.toLowerCase().includes(text))
}

function distinct(tokens: readonly Token[]): Token[] {
  return [...new Map(tokens.map((token) => [tokenKey(token), token])).values()]
}
