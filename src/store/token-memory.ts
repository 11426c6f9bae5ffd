import type { TokenId } from '../config/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import type { ImportedToken, TokenMemory } from './types.ts'

export const MAX_RECENT_TOKENS = 8
/** The maximum number of pinned, and of imported tokens. */
export const MAX_KEPT_TOKENS = 50

/** Adds a chosen token as the most recent one. */
export function withRecent(memory: TokenMemory, token: TokenId): TokenMemory {
  return { ...memory, recent: [token, ...without(memory.recent, token)].slice(0, MAX_RECENT_TOKENS) }
}

/** Adds an unlisted token or a look-alike that the user accepted. */
export function withImport(memory: TokenMemory, token: ImportedToken): TokenMemory {
  const { imported, accepted = [] } = memory
  return {
    ...memory,
    imported: withToken(imported, token).slice(0, MAX_KEPT_TOKENS),
    accepted: withToken(accepted, token),
  }
}

/** Adds an accepted token. A token that was accepted as a look-alike stays one. */
function withToken(
  tokens: readonly ImportedToken[],
  { chainId, address, isLookAlike }: ImportedToken,
): ImportedToken[] {
  const token = { chainId, address }
  const kept = isLookAlike || hasToken(lookAlikes(tokens), token) ? { ...token, isLookAlike: true } : token
  return [kept, ...without(tokens, token)]
}

/** Returns the tokens that were accepted as look-alikes. */
export function lookAlikes(tokens: readonly ImportedToken[]): ImportedToken[] {
  return tokens.filter(({ isLookAlike }) => isLookAlike)
}

/** Pins a token, or unpins a pinned one. */
export function withPin(memory: TokenMemory, token: TokenId): TokenMemory {
  const others = without(memory.pinned, token)
  if (others.length < memory.pinned.length) return { ...memory, pinned: others }
  return { ...memory, pinned: [...others, token].slice(-MAX_KEPT_TOKENS) }
}

/** Pins a chain, or unpins a pinned one. */
export function withPinnedChain(memory: TokenMemory, { chainId }: Pick<TokenId, 'chainId'>): TokenMemory {
  const { pinnedChains = [] } = memory
  const others = pinnedChains.filter((id) => id !== chainId)
  return { ...memory, pinnedChains: others.length < pinnedChains.length ? others : [...others, chainId] }
}

/** Removes a token from the accepted, recent and pinned ones. */
export function withoutToken(memory: TokenMemory, token: TokenId): TokenMemory {
  return {
    ...memory,
    pinned: without(memory.pinned, token),
    recent: without(memory.recent, token),
    imported: without(memory.imported, token),
    accepted: without(memory.accepted ?? [], token),
  }
}

export function hasToken(tokens: readonly TokenId[], token: TokenId): boolean {
  const key = tokenKey(token)
  return tokens.some((other) => tokenKey(other) === key)
}

function without<Token extends TokenId>(tokens: readonly Token[], token: TokenId): Token[] {
  const key = tokenKey(token)
  return tokens.filter((other) => tokenKey(other) !== key)
}
