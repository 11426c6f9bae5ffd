import type { TokenId } from '../config/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import type { TokenMemory } from './types.ts'

export const MAX_RECENT_TOKENS = 8
/** Of pinned and of imported tokens. */
export const MAX_KEPT_TOKENS = 50

/** The memory after a token was chosen: it becomes the newest recent one. */
export function withRecent(memory: TokenMemory, token: TokenId): TokenMemory {
  return { ...memory, recent: [token, ...without(memory.recent, token)].slice(0, MAX_RECENT_TOKENS) }
}

/** The memory after an unlisted token was accepted. */
export function withImport(memory: TokenMemory, token: TokenId): TokenMemory {
  return { ...memory, imported: [token, ...without(memory.imported, token)].slice(0, MAX_KEPT_TOKENS) }
}

/** The memory after a token was pinned, or unpinned if it was. */
export function withPin(memory: TokenMemory, token: TokenId): TokenMemory {
  const others = without(memory.pinned, token)
  if (others.length < memory.pinned.length) return { ...memory, pinned: others }
  return { ...memory, pinned: [...others, token].slice(-MAX_KEPT_TOKENS) }
}

/** The memory after a chain was pinned, or unpinned if it was. */
export function withPinnedChain(memory: TokenMemory, { chainId }: Pick<TokenId, 'chainId'>): TokenMemory {
  const { pinnedChains = [] } = memory
  const others = pinnedChains.filter((id) => id !== chainId)
  return { ...memory, pinnedChains: others.length < pinnedChains.length ? others : [...others, chainId] }
}

/** The memory without a token: neither accepted, nor recent, nor pinned. */
export function withoutToken(memory: TokenMemory, token: TokenId): TokenMemory {
  return {
    ...memory,
    pinned: without(memory.pinned, token),
    recent: without(memory.recent, token),
    imported: without(memory.imported, token),
  }
}

export function hasToken(tokens: readonly TokenId[], token: TokenId): boolean {
  const key = tokenKey(token)
  return tokens.some((other) => tokenKey(other) === key)
}

function without(tokens: readonly TokenId[], token: TokenId): TokenId[] {
  const key = tokenKey(token)
  return tokens.filter((other) => tokenKey(other) !== key)
}
