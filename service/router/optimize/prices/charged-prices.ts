import { createFill } from '../../../modules/core/curve.ts'
import { getProfit } from '../network/bound.ts'
import type { NetworkEdge } from '../network/network.ts'
import type { TradeProblem } from '../network/plan.ts'
import { solveDual } from './dual.ts'

/** Over which part of its gas a pool begins to trade. */
const SOFTNESS = 0.05
/** A pool whose profit is at least this part of its gas may be worth it. */
const NEARLY_EARNED = 0.8
/** Fixed cost of a solve, in edges, */
export const WORK_OF_SOLVE = 12
/** and for the third power of its tokens. */
const WORK_OF_TOKENS = 0.004

interface ChargedProblem extends Omit<TradeProblem, 'network'> {
  network: { edges: readonly NetworkEdge[] }
}

/**
 * Prices at which pools trade only if that earns their gas. They are close to the prices of the
 * best route and of the least bound. Includes all pools, although most never trade, because without
 * them the price of a token can run away.
 */
export function chargedPrices(
  { network, side, amount, gasPrice }: ChargedProblem,
  near: Float64Array,
): Float64Array {
  return solveDual({
    edges: network.edges,
    numeraire: side.counted,
    supply: { token: side.given, amount: side.sign * amount },
    prices: near,
    entry: { gasPrice, softness: SOFTNESS },
  }).prices
}

/** Cost in edges solved over. Newton's method adds the third power of the number of tokens. */
export function workToCharge(edges: readonly NetworkEdge[]): number {
  const tokens = new Set(edges.flatMap(({ from, to }) => [from, to])).size
  return edges.length + tokens ** 3 * WORK_OF_TOKENS + WORK_OF_SOLVE
}

/**
 * Completes the prices of tokens that no kept edge trades, because a bound needs the price of every
 * token.
 */
export function completePrices(prices: Float64Array, others: Float64Array): Float64Array {
  return prices.map((price, token) => (price > 0 ? price : (others[token] as number)))
}

/** The edges whose profit is nearly all of their gas, or more. */
export function earningEdges({ network, gasPrice }: TradeProblem, prices: Float64Array): number[] {
  const fill = createFill()
  const earning: number[] = []
  for (let e = 0; e < network.edges.length; e += 1) {
    const edge = network.edges[e] as NetworkEdge
    if (getProfit(edge, prices, fill) > edge.curve.gas * gasPrice * NEARLY_EARNED) earning.push(e)
  }
  return earning
}
