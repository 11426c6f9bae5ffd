import type { TokenPage, TokenRecord } from '../../src/wire/tokens.ts'
import { createTokenIndex, type IndexQuery, type TokenIndex } from './token-index.ts'

/** What changed on a chain. Tokens are told apart by their address in any case. */
export interface ShelfChange {
  chain: string
  /** New, or known and changed. */
  put: readonly TokenRecord[]
  /** Addresses. */
  remove: readonly string[]
}

/** The tokens of each chain, in memory, ready to be searched. */
export interface TokenShelf {
  change(change: ShelfChange): Promise<void>
  /** Undefined while nothing is known of the chain. */
  page(chain: string, query: IndexQuery): Promise<TokenPage | undefined>
}

/** The shelf in this thread. Its index is made anew by the first question after a change. */
export function createTokenShelf(): TokenShelf {
  const chains = new Map<string, { tokens: Map<string, TokenRecord>; index: TokenIndex | undefined }>()
  return {
    async change({ chain, put, remove }) {
      const shelf = chains.get(chain) ?? { tokens: new Map(), index: undefined }
      for (const address of remove) shelf.tokens.delete(address.toLowerCase())
      for (const token of put) shelf.tokens.set(token.tokenAddress.toLowerCase(), token)
      shelf.index = undefined
      chains.set(chain, shelf)
    },
    async page(chain, query) {
      const shelf = chains.get(chain)
      if (!shelf) return undefined
      shelf.index ??= createTokenIndex([...shelf.tokens.values()])
      return shelf.index.page(query)
    },
  }
}
