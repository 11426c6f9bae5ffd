import { type DualSolution, solveDual } from './dual.ts'
import type { TradeProblem } from './plan.ts'

/** Solves over the whole network. Undefined: no path leads through it. `prices`: its spot prices, where they are known. */
export function solveAll(
  { network: { edges, tokens }, side, amount }: Omit<TradeProblem, 'gasPrice'>,
  prices = side.spotPrices(edges, tokens.length),
): DualSolution | undefined {
  if (!((prices[side.given] as number) > 0)) return undefined
  const supply = { token: side.given, amount: side.sign * amount }
  return solveDual({ edges, numeraire: side.counted, supply, prices })
}

/** Solves over these edges only, starting from the given prices. */
export function solveOver(problem: TradeProblem, kept: readonly number[], near: Float64Array): DualSolution {
  const { network, side, amount } = problem
  const edges = kept.flatMap((e) => network.edges[e] ?? [])
  const prices = side.spotPrices(edges, network.tokens.length)
  for (const [token, price] of prices.entries()) {
    const other = near[token] as number
    if (price > 0 && other > 0) prices[token] = other
  }
  const supply = { token: side.given, amount: side.sign * amount }
  return solveDual({ edges, numeraire: side.counted, supply, prices })
}
