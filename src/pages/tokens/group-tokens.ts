import type { Token } from '../../events/types.ts'
import { tokenKey } from '../../lib/token-key.ts'

export type GroupName = 'pinned' | 'yours' | 'recent' | 'popular' | 'all'

export interface TokenGroup {
  /** Undefined: the only group, without a heading. */
  name: GroupName | undefined
  tokens: readonly Token[]
  /** How many small balances the user hides. */
  hidden?: number
}

export interface GroupedTokens {
  pinned: readonly Token[]
  /** Those the account has, in their order of value. */
  owned: readonly Token[]
  /** How many more it has, of little worth, that the user hides. */
  hidden?: number
  recent: readonly Token[]
  /** Those the host features. */
  featured: readonly Token[]
  /** The list, by priority. */
  tokens: readonly Token[]
}

/** Tokens called popular where the host features none: the first of the list that no group above has. */
const POPULAR_COUNT = 8

/** The groups of the list, from top to bottom, without empty ones. Each token is in the first group that has it. */
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
