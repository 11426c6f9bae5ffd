import type { OuterPools } from '../../market/outer-columns.ts'
import type { NetworkEdge } from '../network/network.ts'
import { inRange, settlePrices } from '../prices/settle-prices.ts'
import { settleOuterPrices } from './outer-prices.ts'
import { MAX_WEIGHT } from './outer-ranges.ts'

interface Reach {
  /** The network. */
  tokens: readonly string[]
  edges: readonly NetworkEdge[]
  /** 0: unknown. */
  prices: Float64Array
  gasPrice: number
}

/** Outer tokens that are also in a network: their index there. */
export function getPlaces(outer: OuterPools, tokens: readonly string[]): Map<number, number> {
  const places = new Map(tokens.map((token, at) => [outer.placeOf(token), at]))
  places.delete(-1)
  return places
}

/**
 * Prices for the tokens of a network without one: by its own pools, or by the outer pools if none
 * of them leads to the token. A pool counts for a bound only if both of its tokens have a price. 0
 * if no pool leads to the token.
 */
export function reachTokens(outer: OuterPools, { tokens, edges, prices, gasPrice }: Reach): Float64Array {
  const places = getPlaces(outer, tokens)
  const settle = (known: Float64Array) => settlePrices(edges, { known, tokens: tokens.length, gasPrice })
  let reached = settle(prices)
  while (reached.includes(0)) {
    const ofOuter = settleOuterPrices(outer, { tokens, prices: reached, gasPrice }, places)
    const means = meansOfBases(outer, ofOuter)
    const next = settle(reached.map((price, at) => price || (means.get(tokens[at] ?? '') ?? 0)))
    if (next.every((price, at) => price > 0 === (reached[at] as number) > 0)) break
    reached = next
  }
  return reached
}

/** Prices of intermediate tokens by their pools with outer tokens: the mean logarithm, weighted by depth. */
function meansOfBases(
  { intermediates, intermediate, starts, rates }: OuterPools,
  prices: Float64Array,
): ReadonlyMap<string, number> {
  const sums = new Float64Array(intermediates.length)
  const weights = new Float64Array(intermediates.length)
  for (let token = 0; token < prices.length; token += 1) {
    const price = prices[token] as number
    if (price === 0) continue
    for (let i = starts[token] as number; i < (starts[token + 1] as number); i += 1) {
      const at = intermediate[i] as number
      const weight = Math.min(rates.depth[i] as number, MAX_WEIGHT)
      sums[at] = (sums[at] as number) + weight * (Math.log(price) - (rates.logMid[i] as number))
      weights[at] = (weights[at] as number) + weight
    }
  }
  const means = intermediates.map((token, at): [string, number] => {
    const weight = weights[at] as number
    return [token, weight > 0 ? inRange(Math.exp((sums[at] as number) / weight)) : 0]
  })
  return new Map(means)
}
