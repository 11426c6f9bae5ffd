import type { ChainSnapshot } from '../chain/snapshot/chain-snapshot.ts'
import type { FollowedChain } from '../chain/types.ts'
import { computeTokenPrices, type TokenPrices } from './token-prices.ts'

/** Prices of each chain, computed once per block. */
export interface BlockPrices {
  /** Returns prices of the latest block, or undefined before the first block. */
  of(chain: FollowedChain): TokenPrices | undefined
}

export function createBlockPrices(): BlockPrices {
  const byBlock = new WeakMap<ChainSnapshot, TokenPrices>()
  return {
    of(chain) {
      const snapshot = chain.snapshot()
      if (!snapshot) return undefined
      const known = byBlock.get(snapshot)
      if (known) return known
      const prices = computeTokenPrices(chain, snapshot)
      byBlock.set(snapshot, prices)
      return prices
    },
  }
}
