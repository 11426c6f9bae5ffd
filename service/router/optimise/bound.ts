import { createFill, type Fill, sellUntil } from '../../modules/curve.ts'
import { INPUT, type NetworkEdge, OUTPUT } from './network.ts'
import type { TradeProblem } from './plan.ts'

/** What trading through an edge would earn at these prices, in the numeraire, gas left out. */
export function profitOf({ from, to, curve }: NetworkEdge, prices: Float64Array, fill: Fill): number {
  const priceIn = prices[from] as number
  const priceOut = prices[to] as number
  if (!(priceIn > 0 && priceOut > 0)) return 0
  sellUntil(curve, priceIn / priceOut, fill)
  return priceOut * fill.output - priceIn * fill.input
}

/** No trade of the amount nets more than this after gas, whatever the prices: in their unit. */
export function netBound({ network, side, amount, gasPrice }: TradeProblem, prices: Float64Array): number {
  const given = side.sign * amount * (prices[side.given] as number)
  return given + gainsAfterGas(network.edges, { prices, gasPrice })
}

/**
 * The most all pools together can earn at these prices (weak duality). A pool that cannot earn its gas is left out, yet
 * every route must sell into one pool at least and buy from one.
 */
function gainsAfterGas(
  edges: readonly NetworkEdge[],
  { prices, gasPrice }: { prices: Float64Array; gasPrice: number },
): number {
  const fill = createFill()
  let gains = 0
  let start = Number.NEGATIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  let direct = Number.NEGATIVE_INFINITY
  for (const edge of edges) {
    const gain = profitOf(edge, prices, fill) - edge.curve.gas * gasPrice
    gains += Math.max(0, gain)
    const isStart = edge.from === INPUT
    const isEnd = edge.to === OUTPUT
    if (isStart && isEnd) direct = Math.max(direct, gain)
    else if (isStart) start = Math.max(start, gain)
    else if (isEnd) end = Math.max(end, gain)
  }
  const unavoidable = Math.max(direct, Math.min(0, start) + Math.min(0, end))
  return gains + Math.min(0, unavoidable)
}
