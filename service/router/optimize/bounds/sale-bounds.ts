import { createFill } from '../../../modules/core/curve.ts'
import type { PathQuery } from '../../paths/find-path.ts'
import { getProfit } from '../network/bound.ts'
import { createNetwork, INPUT } from '../network/network.ts'
import { SALE } from '../network/side.ts'
import { trimFixedRates } from '../network/trim-fixed-rates.ts'
import { solveAll } from '../prices/solve-over.ts'

/** An upper bound of the output of a sale before gas. 0 without a route. */
export interface SaleBounds {
  /** At the marginal prices of the best paths: near to what a small sale pays. */
  atMargin: number
  /** At the prices that leave nothing to gain: the least such bound, which takes far longer to find. */
  least(): number
}

/** More than the rounding of the sums. */
const MARGIN = 1 + 1e-9

export function boundSale(query: PathQuery): SaleBounds {
  const network = createNetwork(query)
  const prices = SALE.spotPrices(network.edges, network.tokens.length)
  const amount = Number(query.amountIn)
  const value = amount * (prices[INPUT] as number)
  const fill = createFill()
  let gained = 0
  for (const edge of network.edges) gained += getProfit(edge, prices, fill)
  return {
    atMargin: (value + gained) * MARGIN,
    least: () =>
      solveAll({ network: trimFixedRates(network, { value, prices }), side: SALE, amount }, prices)?.value ??
      0,
  }
}
