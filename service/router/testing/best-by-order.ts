import { INPUT, type Network, OUTPUT } from '../optimize/network/network.ts'
import { SALE } from '../optimize/network/side.ts'
import { solveOver } from '../optimize/prices/solve-over.ts'

/** Larger markets have too many orders of tokens. */
const MAX_BETWEEN = 4

/**
 * Returns the maximum output of a sale without gas in a market of pairs, by trying every order of
 * the tokens. Within one order the solution is exact, because it contains no cycle.
 */
export function bestByOrder(network: Network, amount: number): number {
  const between = network.tokens
    .map((_, token) => token)
    .filter((token) => token !== INPUT && token !== OUTPUT)
  if (between.length > MAX_BETWEEN)
    throw new Error(`${between.length} intermediate tokens have too many orders. Use at most ${MAX_BETWEEN}.`)
  const near = SALE.spotPrices(network.edges, network.tokens.length)
  let best = 0
  for (const order of permutations(between)) {
    const place = new Map([INPUT, ...order, OUTPUT].map((token, i) => [token, i]))
    const kept = network.edges.flatMap(({ from, to }, e) =>
      (place.get(from) ?? 0) < (place.get(to) ?? 0) ? [e] : [],
    )
    best = Math.max(best, solveOver({ network, side: SALE, amount, gasPrice: 0 }, kept, near).value)
  }
  return best
}

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield []
  for (const item of items) {
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest]
  }
}
