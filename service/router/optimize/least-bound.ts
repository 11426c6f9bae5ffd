import type { OuterQuery } from '../paths/find-path.ts'
import { netBounds, SHAPES, toPart } from './bound.ts'
import type { TradeProblem } from './plan.ts'
import { solveOver } from './solve-over.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'
import { widenNetwork } from './widen-network.ts'

/** Of what is traded: by less, other prices need not lower a bound. */
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

  const [best, ...rest] = [...new Set([guide, ...others])]
    .map((prices) => ({ prices, inner: netBounds(problem, prices) }))
    .sort((a, b) => Math.max(...a.inner) - Math.max(...b.inner))
  let bounds = boundsAt(best?.prices ?? guide)
  const slack = NEAR * Math.abs(problem.net)
  for (const { prices, inner } of rest) {
    // Outer pools raise the bounds of nearly the same prices by nearly the same.
    const mayLower = inner.some(
      (bound, shape) =>
        (bounds[shape] as number) > problem.net + slack && bound < (best?.inner[shape] as number) - slack,
    )
    if (!mayLower) continue
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
