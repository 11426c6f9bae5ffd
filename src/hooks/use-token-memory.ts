import { useEffect, useMemo } from 'react'
import type { TokenId } from '../config/types.ts'
import { readTokenMemory, writeTokenMemory } from '../store/stored-token-memory.ts'
import { withImport, withoutToken, withPin, withPinnedChain, withRecent } from '../store/token-memory.ts'
import type { ImportedToken, TokenMemory } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

export interface RememberedTokens extends TokenMemory {
  addRecent(token: TokenId): void
  /** A token was accepted: as a look-alike, or as an unlisted one only. */
  addImported(token: ImportedToken): void
  togglePinned(token: TokenId): void
  togglePinnedChain(chain: Pick<TokenId, 'chainId'>): void
  /** An unlisted token is asked about again. */
  forget(token: TokenId): void
}

/** The tokens chosen before, restored from storage and shared with other widgets of the same `storageKey`. */
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
      // Other widgets may have written meanwhile.
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
