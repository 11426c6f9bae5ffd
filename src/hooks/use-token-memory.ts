import { useEffect, useMemo } from 'react'
import type { TokenId } from '../config/types.ts'
import { readTokenMemory, writeTokenMemory } from '../store/stored-token-memory.ts'
import { withImport, withoutToken, withPin, withPinnedChain, withRecent } from '../store/token-memory.ts'
import type { ImportedToken, TokenMemory } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

export interface RememberedTokens extends TokenMemory {
  addRecent(token: TokenId): void
  /** Stores that the user accepted a token as a look-alike or as unlisted. */
  addImported(token: ImportedToken): void
  togglePinned(token: TokenId): void
  togglePinnedChain(chain: Pick<TokenId, 'chainId'>): void
  /** Removes an import, so that the token needs consent again. */
  forget(token: TokenId): void
}

/** Returns the stored tokens, shared with other widgets of the same `storageKey`. */
export function useTokenMemory(): RememberedTokens {
  const { tokenMemory, config } = useWidget()
  const memory = useStore(tokenMemory, (state) => state)
  useEffect(() => {
    const stored = readTokenMemory(config.getState().storageKey)
    if (stored) tokenMemory.setState(stored)
  }, [tokenMemory, config])
  const actions = useMemo(() => {
    const write = (change: (memory: TokenMemory) => TokenMemory) => {
      const { storageKey } = config.getState()
      // Merges changes that other widgets have written.
      const next = change({ ...tokenMemory.getState(), ...readTokenMemory(storageKey) })
      tokenMemory.setState(next)
      writeTokenMemory(storageKey, next)
    }
    const update = (change: (memory: TokenMemory, token: TokenId) => TokenMemory) => (token: TokenId) =>
      write((memory) => change(memory, { chainId: token.chainId, address: token.address }))
    return {
      addRecent: update(withRecent),
      addImported: (token: ImportedToken) => write((memory) => withImport(memory, token)),
      togglePinned: update(withPin),
      togglePinnedChain: (chain: Pick<TokenId, 'chainId'>) =>
        write((memory) => withPinnedChain(memory, chain)),
      forget: update(withoutToken),
    }
  }, [tokenMemory, config])
  return { ...memory, ...actions }
}
