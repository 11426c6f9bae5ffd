import { findChain } from '../chain/find-chain.ts'
import type { ChainSnapshot } from '../chain/snapshot/chain-snapshot.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { BlockPrices } from '../rates/block-prices.ts'
import { listTokens } from './list-tokens.ts'
import { createTokenIndex, type TokenIndex } from './token-index.ts'
import type { TokenStore } from './token-store.ts'

/** Creates a store of the tokens in the current snapshots, without a database. */
export function createListStore({
  chains,
  prices,
}: {
  chains: readonly FollowedChain[]
  prices: BlockPrices
}): Pick<TokenStore, 'page'> {
  const indexes = new WeakMap<ChainSnapshot, TokenIndex>()

  function getIndex(chain: FollowedChain): TokenIndex | undefined {
    const snapshot = chain.snapshot()
    const board = prices.of(chain)
    if (!snapshot || !board) return undefined
    const known = indexes.get(snapshot) ?? createTokenIndex([...listTokens({ chain, prices: board })])
    indexes.set(snapshot, known)
    return known
  }

  return {
    async page(name, query) {
      const chain = findChain(chains, name)
      return chain && getIndex(chain)?.page(query)
    },
  }
}
