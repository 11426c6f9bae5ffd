import { INPUT, type Network, OUTPUT } from '../optimize/network/network.ts'
import { SALE, type Side } from '../optimize/network/side.ts'
import type { DualSolution } from '../optimize/prices/dual.ts'
import { solveOver } from '../optimize/prices/solve-over.ts'

/** Larger markets have too many orders of tokens. */
const MAX_BETWEEN = 4

/**
 * Returns the maximum output of a sale, or the minimum cost of a purchase, without gas in a market
 * of pairs, by trying every order of the tokens. Within one order the solution is exact, because it
 * contains no cycle.
 */
export function bestByOrder(network: Network, amount: number, side: Side = SALE): number {
  const between = network.tokens
    .map((_, token) => token)
    .filter((token) => token !== INPUT && token !== OUTPUT)
  if (between.length > MAX_BETWEEN)
    throw new Error(`${between.length} intermediate tokens have too many orders. Use at most ${MAX_BETWEEN}.`)
  const near = side.spotPrices(network.edges, network.tokens.length)
  let best = Number.NEGATIVE_INFINITY
  for (const order of permutations(between)) {
    const place = new Map([INPUT, ...order, OUTPUT].map((token, i) => [token, i]))
    const kept = network.edges.flatMap(({ from, to }, e) =>
      (place.get(from) ?? 0) < (place.get(to) ?? 0) ? [e] : [],
    )
    const solution = solveOver({ network, side, amount, gasPrice: 0 }, kept, near)
    if (isBalanced(network, { kept, solution, side, amount })) best = Math.max(best, solution.value)
  }
  return side.sign * best
}

interface Solved {
  kept: readonly number[]
  solution: DualSolution
  side: Side
  amount: number
}

/** Returns false for an order whose pools cannot trade the whole amount. */
function isBalanced({ tokens, edges }: Network, { kept, solution, side, amount }: Solved): boolean {
  const held = new Float64Array(tokens.length)
  held[side.given] = side.sign * amount
  for (const [i, e] of kept.entries()) {
    const { from, to } = edges[e] ?? { from: INPUT, to: INPUT }
    held[from] = (held[from] as number) - (solution.inputs[i] as number)
    held[to] = (held[to] as number) + (solution.outputs[i] as number)
  }
  held[side.counted] = 0
  return held.every(
    (rest, t) => Math.abs(rest * (solution.prices[t] as number)) < 1e-6 * Math.abs(solution.value),
  )
}

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield []
  for (const item of items) {
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest]
  }
}
