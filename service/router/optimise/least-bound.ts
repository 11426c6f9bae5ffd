import { netBounds, partOf, SHAPES } from './bound.ts'
import type { Network } from './network.ts'
import type { TradeProblem } from './plan.ts'
import { settlePrices } from './settle-prices.ts'
import { solveOver } from './solve-over.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'

/**
 * The least that any of these prices, or others for the shape of routes in question, say no route can exceed, in the
 * network or in the wider one. The first of them guides the search for others.
 */
export function leastBound(
  problem: TradeProblem & { wide: Network },
  [guide, ...others]: readonly [Float64Array, ...Float64Array[]],
): number {
  const { network, side, amount, gasPrice } = problem
  const widened = widenPrices(problem.wide, network, guide)
  const value = amount * (guide[side.given] as number)
  const wide = { ...problem, network: trimFixedRates(problem.wide, { value, prices: widened }) }
  const boundsAt = (prices: Float64Array) => netBounds(wide, widenPrices(wide.network, network, prices))

  const bounds = [guide, ...others]
    .map(boundsAt)
    .reduce((least, next) => least.map((bound, shape) => Math.min(bound, next[shape] ?? bound)))
  for (const [i, { may }] of SHAPES.entries()) {
    const highest = Math.max(...bounds)
    // Prices at which all pools trade say little about routes that leave most of them out.
    if (bounds[i] !== highest || may.includes('middle') || gasPrice === 0) continue
    const kept = network.edges.flatMap((edge, e) => (may.includes(partOf(edge)) ? [e] : []))
    const prices = completePrices(solveOver(problem, kept, guide).prices, guide)
    bounds[i] = Math.min(highest, boundsAt(prices)[i] ?? highest)
  }
  return Math.max(...bounds)
}

/** With the prices of tokens that are traded nowhere in a part of the network: a bound needs them all. */
export function completePrices(prices: Float64Array, others: Float64Array): Float64Array {
  return prices.map((price, token) => (price > 0 ? price : (others[token] as number)))
}

function widenPrices(wide: Network, { tokens }: Network, prices: Float64Array): Float64Array {
  if (wide.tokens.length === tokens.length) return prices
  return settlePrices(wide.edges, prices, wide.tokens.length)
}
