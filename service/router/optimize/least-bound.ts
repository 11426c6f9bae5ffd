import type { OuterQuery } from '../paths/find-path.ts'
import { netBounds, SHAPES, toPart } from './bound.ts'
import type { TradeProblem } from './plan.ts'
import { solveOver } from './solve-over.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'
import { widenNetwork } from './widen-network.ts'

/**
 * The least that any of these prices, or others for the shape of routes in question, say no route can exceed, in the
 * network or in the wider one. The first of them guides the search for others.
 */
export function leastBound(
  problem: TradeProblem & { outer: OuterQuery | undefined },
  [guide, ...others]: readonly [Float64Array, ...Float64Array[]],
): number {
  const { network, side, amount, gasPrice, outer } = problem
  function boundsAt(prices: Float64Array): number[] {
    const wide = widenNetwork(network, { outer, prices, gasPrice })
    const value = amount * (prices[side.given] as number)
    const trimmed = trimFixedRates(wide, { value, prices: wide.prices })
    return netBounds({ ...problem, network: trimmed, left: wide.left }, wide.prices)
  }

  /** More pools only raise a bound: prices that do no better without the outer ones are not tried with them. */
  const mayLower = (bounds: readonly number[], prices: Float64Array) =>
    netBounds(problem, prices).some((bound, shape) => bound < (bounds[shape] as number))

  let bounds = boundsAt(guide)
  for (const prices of others) {
    if (!mayLower(bounds, prices)) continue
    const next = boundsAt(prices)
    bounds = bounds.map((bound, shape) => Math.min(bound, next[shape] ?? bound))
  }
  for (const [i, { may }] of SHAPES.entries()) {
    const highest = Math.max(...bounds)
    // Prices at which all pools trade say little about routes that leave most of them out.
    if (bounds[i] !== highest || may.includes('middle') || gasPrice === 0) continue
    const kept = network.edges.flatMap((edge, e) => (may.includes(toPart(edge)) ? [e] : []))
    const prices = completePrices(solveOver(problem, kept, guide).prices, guide)
    if ((netBounds(problem, prices)[i] ?? highest) >= highest) continue
    bounds[i] = Math.min(highest, boundsAt(prices)[i] ?? highest)
  }
  return Math.max(...bounds)
}

/** With the prices of tokens that are traded nowhere in a part of the network: a bound needs them all. */
export function completePrices(prices: Float64Array, others: Float64Array): Float64Array {
  return prices.map((price, token) => (price > 0 ? price : (others[token] as number)))
}
