import { createFill } from '../../modules/core/curve.ts'
import { getProfit } from './bound.ts'
import { solveDual } from './dual.ts'
import { rankEdges } from './neighbors.ts'
import type { NetworkEdge } from './network.ts'
import type { TradeProblem } from './plan.ts'

/** How abruptly pools begin to trade, in turn: the first solve brings the second near its solution. */
const SOFTNESS = [0.3, 0.05]
/** Pools that earn less of their gas than this at free prices join only once the prices favor them. */
const PROMISING = 0.2
const MIN_PROMISING = 60
const MAX_ROUNDS = 4
/** A pool whose profit is at least this part of its gas may be worth it. */
const NEARLY_EARNED = 0.8

/**
 * Prices at which pools trade only where that earns their gas: close to those of the best route, and of the least bound.
 * Most pools of a large market never do, so it begins with the promising ones and adds those it has missed.
 */
export function chargedPrices(problem: TradeProblem, near: Float64Array): Float64Array {
  const { network, side, amount, gasPrice } = problem
  const supply = { token: side.given, amount: side.sign * amount }
  const taken = new Set(promising(problem, near))
  let prices = near
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const edges = [...taken].flatMap((e) => network.edges[e] ?? [])
    for (const softness of SOFTNESS.slice(Math.min(round, 1))) {
      prices = solveDual({
        edges,
        numeraire: side.counted,
        supply,
        prices,
        entry: { gasPrice, softness },
      }).prices
    }
    const missed = earningEdges(problem, prices).filter((e) => !taken.has(e))
    if (missed.length === 0) break
    for (const e of missed) taken.add(e)
  }
  return prices
}

function promising(problem: TradeProblem, prices: Float64Array): number[] {
  const found = earningEdges(problem, prices, PROMISING)
  if (found.length >= MIN_PROMISING) return found
  const all = problem.network.edges.map((_, e) => e)
  return rankEdges(problem, all, prices)
    .slice(-MIN_PROMISING)
    .map(({ edge }) => edge)
}

/** The edges whose profit is more than a part of their gas. Default: nearly all of it. */
export function earningEdges(
  { network, gasPrice }: TradeProblem,
  prices: Float64Array,
  part = NEARLY_EARNED,
): number[] {
  const fill = createFill()
  const earning: number[] = []
  for (let e = 0; e < network.edges.length; e += 1) {
    const edge = network.edges[e] as NetworkEdge
    if (getProfit(edge, prices, fill) > edge.curve.gas * gasPrice * part) earning.push(e)
  }
  return earning
}
