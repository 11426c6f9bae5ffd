import type { TokenPage } from '../../wire/tokens.ts'
import type { IndexedToken } from './indexed-token.ts'
import { createTokenIndex, type IndexQuery, type TokenIndex } from './token-index.ts'

/** Changes of a chain's tokens. Addresses are case-insensitive. */
export interface StoreChange {
  chain: string
  /** New or changed tokens. */
  put: readonly IndexedToken[]
  /** Addresses of removed tokens. */
  remove: readonly string[]
}

/** The tokens of each chain in memory, with a search. */
export interface TokenStore {
  change(change: StoreChange): Promise<void>
  /** Returns undefined while the chain has no data. */
  page(chain: string, query: IndexQuery): Promise<TokenPage | undefined>
}

/** Creates a store in this thread. The first query after a change rebuilds the index. */
export function createTokenStore(): TokenStore {
  const chains = new Map<string, { tokens: Map<string, IndexedToken>; index: TokenIndex | undefined }>()
  return {
    async change({ chain, put, remove }) {
      const store = chains.get(chain) ?? { tokens: new Map(), index: undefined }
      for (const address of remove) store.tokens.delete(address.toLowerCase())
      for (const token of put) store.tokens.set(token.tokenAddress.toLowerCase(), token)
      store.index = undefined
      chains.set(chain, store)
    },
    async page(chain, query) {
      const store = chains.get(chain)
      if (!store) return undefined
      store.index ??= createTokenIndex([...store.tokens.values()])
      return store.index.page(query)
    },
  }
}
