import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { ChainSnapshot } from '../chain/snapshot/chain-snapshot.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { PoolView } from '../modules/core/pool.ts'
import { getDepth, toOffer } from '../modules/core/pool-offer.ts'
import { combineEstimates, type Estimate } from './combine-estimates.ts'

/** Prices of one chain's tokens at one block, in whole units of its reference stable. */
export interface TokenPrices {
  /** Returns undefined if unknown. */
  price(token: Address): number | undefined
  /**
   * Returns the value in the reference stable that can be traded before the price has moved by a
   * tenth, or undefined without a price.
   */
  depth(token: Address): number | undefined
}

interface Worth {
  price: number | undefined
  depth: number
}

/** Minimum depth of a pool near its price, in both directions, in the reference stable. */
const MIN_DEPTH = 250

/**
 * Computes prices from the reference stable to the base tokens, and from these to every token in a
 * pool with one of them, so that a price never passes through an arbitrary token.
 */
export function computeTokenPrices(chain: FollowedChain, snapshot: ChainSnapshot): TokenPrices {
  const anchors = new Map<string, number>([[lower(chain.config.referenceStable), 1]])
  const bases = chain.config.baseTokens.map(lower)

  let waiting = bases.filter((token) => !anchors.has(token))
  while (waiting.length > 0) {
    const found = waiting.flatMap((token) => {
      const price = priceThrough(token, anchors)
      return price === undefined ? [] : [[token, price] as const]
    })
    if (found.length === 0) break
    for (const [token, price] of found) anchors.set(token, price)
    waiting = waiting.filter((token) => !anchors.has(token))
  }

  const worths = new Map<string, Worth>()
  /** Computed once per token, because each pool of a base token uses it. */
  function getWorth(id: string): Worth {
    const known = worths.get(id)
    if (known) return known
    const estimates = getEstimates(id, anchors)
    const depth = estimates.reduce((sum, { weight }) => sum + weight, 0)
    const worth = { price: anchors.get(id) ?? combineEstimates(estimates), depth }
    worths.set(id, worth)
    return worth
  }

  function priceThrough(token: string, trusted: ReadonlyMap<string, number>): number | undefined {
    return combineEstimates(getEstimates(token, trusted))
  }

  function getEstimates(token: string, trusted: ReadonlyMap<string, number>): Estimate[] {
    return [...trusted].flatMap(([anchor, anchorPrice]) =>
      snapshot.poolsBetween(token, anchor).flatMap((pool) => estimate(pool, token, anchorPrice) ?? []),
    )
  }

  function estimate(pool: PoolView, token: string, anchorPrice: number): Estimate | undefined {
    const side = getSide(pool, token)
    const anchor = pool.tokens[side === 0 ? 1 : 0]
    const [own, other] = [getUnit(pool.tokens[side]), getUnit(anchor)]
    const offer = toOffer(pool, side)
    if (!own || !other || !offer) return undefined
    const price = offer.price * (own / other) * anchorPrice
    const weight = getDepth(pool, offer, { own: price / own, other: anchorPrice / other })
    return weight < MIN_DEPTH ? undefined : { price, weight }
  }

  /** Returns base units per whole unit. */
  function getUnit(token: Address): number | undefined {
    const decimals = chain.token(token)?.decimals
    return decimals === undefined ? undefined : 10 ** decimals
  }

  /** The native token has the price of its wrapped form. */
  function identify(token: Address): string {
    const id = lower(token)
    return id === lower(NATIVE_TOKEN) ? lower(chain.config.weth) : id
  }

  return {
    price(token) {
      const id = identify(token)
      return anchors.get(id) ?? getWorth(id).price
    },
    depth(token) {
      const { price, depth } = getWorth(identify(token))
      return price === undefined ? undefined : depth
    },
  }
}

function getSide(pool: PoolView, token: string): 0 | 1 {
  return lower(pool.tokens[0]) === token ? 0 : 1
}

function lower(address: string): string {
  return address.toLowerCase()
}
