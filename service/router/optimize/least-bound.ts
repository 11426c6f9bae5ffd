import type { OuterQuery } from '../paths/find-path.ts'
import { netBounds, SHAPES, toPart } from './bound.ts'
import type { TradeProblem } from './plan.ts'
import { solveOver } from './solve-over.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'
import { widenNetwork } from './widen-network.ts'

/** Of what is traded: a bound that others could lower by less is good enough. */
const NEAR = 1e-6

/**
 * The lowest upper bound of any route, in the network or the wider one, from these prices and from others found for the
 * critical shape of routes. The first prices guide the search for others.
 */
export function leastBound(
  problem: TradeProblem & { outer: OuterQuery | undefined; net: number },
  [guide, ...others]: readonly [Float64Array, ...Float64Array[]],
): number {
  const { network, side, amount, gasPrice, outer } = problem
  function boundsAt(prices: Float64Array): number[] {
    const wide = widenNetwork(network, { outer, prices, gasPrice })
    const value = amount * (prices[side.given] as number)
    const trimmed = trimFixedRates(wide, { value, prices: wide.prices })
    return netBounds({ ...problem, network: trimmed, left: wide.left }, wide.prices)
  }

  /** More pools only raise a bound: prices that do not lower it without the outer pools are skipped. */
  const mayLower = (bounds: readonly number[], prices: Float64Array) =>
    netBounds(problem, prices).some((bound, shape) => bound < (bounds[shape] as number))

  let bounds = boundsAt(guide)
  const isNear = Math.max(...netBounds(problem, guide)) - problem.net <= NEAR * Math.abs(problem.net)
  for (const prices of others) {
    // All that is left to gain is in outer pools, and depends little on which of nearly the same prices.
    if (isNear || prices === guide || !mayLower(bounds, prices)) continue
    const next = boundsAt(prices)
    bounds = bounds.map((bound, shape) => Math.min(bound, next[shape] ?? bound))
  }
  for (const [i, { may }] of SHAPES.entries()) {
    const highest = Math.max(...bounds)
    // Prices of the whole network bound direct routes poorly: solve again over the edges of the shape.
    if (bounds[i] !== highest || may.includes('middle') || gasPrice === 0) continue
    const kept = network.edges.flatMap((edge, e) => (may.includes(toPart(edge)) ? [e] : []))
    const prices = completePrices(solveOver(problem, kept, guide).prices, guide)
    if ((netBounds(problem, prices)[i] ?? highest) >= highest) continue
    bounds[i] = Math.min(highest, boundsAt(prices)[i] ?? highest)
  }
  return Math.max(...bounds)
}

/** Fills in prices that are missing because no kept edge trades the token: a bound needs the price of every token. */
export function completePrices(prices: Float64Array, others: Float64Array): Float64Array {
  return prices.map((price, token) => (price > 0 ? price : (others[token] as number)))
}
