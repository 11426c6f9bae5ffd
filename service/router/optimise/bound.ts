import { createFill, type Fill, sellUntil } from '../../modules/curve.ts'
import { INPUT, type NetworkEdge, OUTPUT } from './network.ts'
import type { SellProblem } from './plan.ts'

/** What trading through an edge would earn at these prices, in the numeraire, gas left out. */
export function profitOf({ from, to, curve }: NetworkEdge, prices: Float64Array, fill: Fill): number {
  const priceIn = prices[from] as number
  const priceOut = prices[to] as number
  if (!(priceIn > 0 && priceOut > 0)) return 0
  sellUntil(curve, priceIn / priceOut, fill)
  return priceOut * fill.output - priceIn * fill.input
}

/**
 * No route of any shape through the network pays more than this after gas, whatever the prices (weak duality). A pool that
 * cannot earn its gas is left out, yet every route must sell into one pool at least and buy from one.
 */
export function sellBound({ network, amount, gasPrice }: SellProblem, prices: Float64Array): number {
  const fill = createFill()
  let gains = 0
  const best = {
    start: Number.NEGATIVE_INFINITY,
    end: Number.NEGATIVE_INFINITY,
    both: Number.NEGATIVE_INFINITY,
  }
  for (const edge of network.edges) {
    const gain = profitOf(edge, prices, fill) - edge.curve.gas * gasPrice
    gains += Math.max(0, gain)
    const starts = edge.from === INPUT
    const ends = edge.to === OUTPUT
    if (starts && ends) best.both = Math.max(best.both, gain)
    else if (starts) best.start = Math.max(best.start, gain)
    else if (ends) best.end = Math.max(best.end, gain)
  }
  const missing = Math.max(best.both, Math.min(0, best.start) + Math.min(0, best.end))
  return (prices[INPUT] as number) * amount + gains + Math.min(0, missing)
}
