import { createFill } from '../../modules/core/curve.ts'
import type { PathQuery } from '../paths/find-path.ts'
import { getProfit } from './bound.ts'
import { createNetwork, INPUT } from './network.ts'
import { SALE } from './side.ts'

/** More than the rounding of the sums. */
const MARGIN = 1 + 1e-9

/**
 * What no sale exceeds, before gas: the amount at the marginal prices of the best paths, and the profit of pools at these
 * prices, where any has one. Near to what a small sale pays, and found far sooner.
 */
export function marginalValue(query: PathQuery): number {
  const { edges, tokens } = createNetwork(query)
  const prices = SALE.spotPrices(edges, tokens.length)
  const fill = createFill()
  let value = Number(query.amountIn) * (prices[INPUT] as number)
  for (const edge of edges) value += getProfit(edge, prices, fill)
  return value * MARGIN
}
