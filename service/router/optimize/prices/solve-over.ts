import type { TradeProblem } from '../network/plan.ts'
import { type DualSolution, solveDual } from './dual.ts'

/** Solves over the whole network. Undefined without a path. `prices`: its spot prices, if known. */
export function solveAll(
  { network: { edges, tokens }, side, amount }: Omit<TradeProblem, 'gasPrice'>,
  prices = side.spotPrices(edges, tokens.length),
): DualSolution | undefined {
  if (!((prices[side.given] as number) > 0)) return undefined
  const supply = { token: side.given, amount: side.sign * amount }
  return solveDual({ edges, numeraire: side.counted, supply, prices })
}

/** Prices of a solution with circles may be further from the spot prices than Newton's method can step. */
const MAX_MOVE = 100

/** Solves over these edges only, starting from the given prices. */
export function solveOver(problem: TradeProblem, kept: readonly number[], near: Float64Array): DualSolution {
  const { network, side, amount } = problem
  const edges = kept.flatMap((e) => network.edges[e] ?? [])
  const prices = side.spotPrices(edges, network.tokens.length)
  for (const [token, price] of prices.entries()) {
    const other = near[token] as number
    if (price > 0 && other > 0) prices[token] = Math.min(Math.max(other, price / MAX_MOVE), price * MAX_MOVE)
  }
  const supply = { token: side.given, amount: side.sign * amount }
  return solveDual({ edges, numeraire: side.counted, supply, prices })
}
