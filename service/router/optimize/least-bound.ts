import type { OuterQuery } from '../paths/find-path.ts'
import { netBounds, type Part, SHAPES, type Shape, toPart } from './bound.ts'
import { INPUT, OUTPUT } from './network.ts'
import { outerBetween } from './outer-between.ts'
import type { TradeProblem } from './plan.ts'
import { solveOver } from './solve-over.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'
import { widenNetwork } from './widen-network.ts'

/** Of what is traded: by less, other prices need not lower a bound. */
const NEAR = 1e-6

/**
 * The lowest upper bound of any route, in the network or the wider one, from these prices and from others found for the
 * critical shape of routes. The first prices guide the search for others.
 */
export function leastBound(
  problem: TradeProblem & { outer: OuterQuery | undefined; net: number },
  [guide, ...others]: readonly [Float64Array, ...Float64Array[]],
): number {
  const { network, side, amount, gasPrice, outer } = problem
  function boundsAt(prices: Float64Array, reached: OuterQuery | undefined): number[] {
    const wide = widenNetwork(network, { outer: reached, prices, gasPrice })
    const value = amount * (prices[side.given] as number)
    const trimmed = trimFixedRates(wide, { value, prices: wide.prices })
    return netBounds({ ...problem, network: trimmed, left: wide.left }, wide.prices)
  }

  let between: OuterQuery | undefined
  /** The outer pools that routes of these parts can pass. */
  function reachedBy(may: readonly Part[]): OuterQuery | undefined {
    if (!outer || !may.includes('start')) return undefined
    const { tokens } = network
    const ends = [tokens[INPUT] as string, tokens[OUTPUT] as string] as const
    between ??= { ...outer, pools: outerBetween(outer.pools, ends) }
    return between
  }

  const priced = (prices: Float64Array): Priced => ({ prices, inner: netBounds(problem, prices) })
  const [best = priced(guide), ...rest] = Array.from(new Set([guide, ...others]), priced).sort(
    (a, b) => Math.max(...a.inner) - Math.max(...b.inner),
  )
  const bounds = boundsAt(best.prices, outer)
  const slack = NEAR * Math.abs(problem.net)

  /** Lowers the bound of one shape, for as long as it is the highest. */
  function lower(shape: number, { may }: Shape): void {
    const isHighest = () => bounds[shape] === Math.max(...bounds)
    function tryPrices(prices: Float64Array): void {
      const bound = boundsAt(prices, reachedBy(may))[shape] as number
      bounds[shape] = Math.min(bounds[shape] as number, bound)
    }
    const isNarrow = !may.includes('middle')
    // Less can come of fewer outer pools only where they count.
    if (isNarrow && (best.inner[shape] as number) < (bounds[shape] as number) - slack) tryPrices(best.prices)
    for (const { prices, inner } of rest) {
      // Outer pools raise the bounds of nearly the same prices by nearly the same.
      if (isHighest() && (inner[shape] as number) < (best.inner[shape] as number) - slack) tryPrices(prices)
    }
    if (!isNarrow || gasPrice === 0 || !isHighest()) return
    // Prices of the whole network bound direct routes poorly: solve again over the edges of the shape.
    const kept = network.edges.flatMap((edge, e) => (may.includes(toPart(edge)) ? [e] : []))
    const prices = completePrices(solveOver(problem, kept, guide).prices, guide)
    if ((netBounds(problem, prices)[shape] as number) < (bounds[shape] as number)) tryPrices(prices)
  }

  const left = new Map(SHAPES.entries())
  for (;;) {
    const highest = Math.max(...bounds)
    const shape = bounds.indexOf(highest)
    const next = left.get(shape)
    if (!next || highest <= problem.net + slack) return highest
    lower(shape, next)
    left.delete(shape)
  }
}

/** Prices, and by shape the bounds at them without outer pools. */
interface Priced {
  prices: Float64Array
  inner: readonly number[]
}

/** Fills in prices that are missing because no kept edge trades the token: a bound needs the price of every token. */
export function completePrices(prices: Float64Array, others: Float64Array): Float64Array {
  return prices.map((price, token) => (price > 0 ? price : (others[token] as number)))
}
