import type { Token } from '../../events/types.ts'
import { tokenKey } from '../../lib/token-key.ts'

export type GroupName = 'pinned' | 'yours' | 'recent' | 'popular' | 'all'

export interface TokenGroup {
  /** The only group has no name and no heading. */
  name: GroupName | undefined
  tokens: readonly Token[]
  /** The number of small balances that the user hides. */
  hidden?: number
}

export interface GroupedTokens {
  pinned: readonly Token[]
  /** Tokens with a balance, by value. */
  owned: readonly Token[]
  /** The number of small balances that the user hides. */
  hidden?: number
  recent: readonly Token[]
  /** Tokens that the host features. */
  featured: readonly Token[]
  /** Listed tokens by priority. */
  tokens: readonly Token[]
}

/** Moves pool shares to the end, because few people look for them. Keeps the order otherwise. */
export function poolSharesLast(tokens: readonly Token[], isShare: (token: Token) => boolean): Token[] {
  return [...tokens.filter((token) => !isShare(token)), ...tokens.filter(isShare)]
}

/** Without featured tokens, the first listed tokens that no group above contains are popular. */
const POPULAR_COUNT = 8

/**
 * Returns the non-empty groups of the list from top to bottom. Each token is in the first group
 * that contains it.
 */
export function groupTokens({
  pinned,
  owned,
  hidden = 0,
  recent,
  featured,
  tokens,
}: GroupedTokens): TokenGroup[] {
  const seen = new Set<string>()
  const take = (list: readonly Token[], max = list.length) => {
    const taken = list.filter((token) => !seen.has(tokenKey(token))).slice(0, max)
    for (const token of taken) seen.add(tokenKey(token))
    return taken
  }
  const groups: TokenGroup[] = [
    { name: 'pinned', tokens: take(pinned) },
    { name: 'yours', tokens: take(owned), ...(hidden > 0 && { hidden }) },
    { name: 'recent', tokens: take(recent) },
    { name: 'popular', tokens: featured.length > 0 ? take(featured) : take(tokens, POPULAR_COUNT) },
    { name: 'all', tokens: take(tokens) },
  ]
  return groups.filter((group) => group.tokens.length > 0)
}
