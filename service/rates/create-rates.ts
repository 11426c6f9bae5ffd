import type { Address } from '../../wire/lib/address.ts'
import type { Rate, RatePair } from '../../wire/rates.ts'
import { findChain } from '../chain/find-chain.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { BlockPrices } from './block-prices.ts'

/** Exchange rates, without HTTP. */
export interface Rates {
  /** Returns rates in the order of the request. `price` is in whole units, or null if unknown. */
  quote(pairs: readonly RatePair[]): Rate[]
  /** Names of the supported chains. */
  chains(): string[]
}

export function createRates({
  chains,
  prices,
}: {
  chains: readonly FollowedChain[]
  prices: BlockPrices
}): Rates {
  /**
   * Returns the price in the chain's reference stable. Reference stables of different chains count
   * as equal.
   */
  function value(chainName: string, token: Address): number | undefined {
    const chain = findChain(chains, chainName)
    // A stale chain has no price.
    return chain && !chain.isStale() ? prices.of(chain)?.price(token) : undefined
  }

  return {
    quote: (pairs) =>
      pairs.map((pair) => {
        const domestic = value(pair.domestic_blockchain, pair.domestic_token)
        const foreign = value(pair.foreign_blockchain, pair.foreign_token)
        return { ...pair, price: ratio(domestic, foreign) }
      }),
    chains: () => chains.map((chain) => chain.config.name),
  }
}

function ratio(domestic: number | undefined, foreign: number | undefined): number | null {
  if (domestic === undefined || foreign === undefined) return null
  const price = domestic / foreign
  return Number.isFinite(price) && price > 0 ? price : null
}
