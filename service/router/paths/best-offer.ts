import {
  buyFrom,
  type Curve,
  createFill,
  type Fill,
  getSegmentGas,
  sellInto,
} from '../../modules/core/curve.ts'
import type { Edge } from '../market/market.ts'
import type { RouteStep } from './route.ts'

/** Pools that could trade an amount. */
export interface Offers {
  edges: readonly Edge[]
  /** The amount to sell or to buy. */
  amount: bigint
  /** The gas of the other hops and of this hop's data. */
  gas: number
}

/**
 * Maximum error of a curve: this share of the output, plus some units of both tokens for on-chain
 * rounding.
 */
const CURVE_ERROR = 1e-5
const ROUNDING_UNITS = 4

/**
 * Returns the output of a sale, or minus the cost of a purchase, before gas, and the maximum error
 * of that value.
 */
type Estimate = (curve: Curve, amount: number, fill: Fill) => { value: number; error: number }

export const estimateSale: Estimate = (curve, amount, fill) => {
  sellInto(curve, amount, fill)
  const error = fill.output * (CURVE_ERROR + ROUNDING_UNITS / amount) + ROUNDING_UNITS
  return { value: fill.output, error }
}

export const estimatePurchase: Estimate = (curve, amount, fill) => {
  buyFrom(curve, amount, fill)
  // The marginal price of the last unit, which near the end of a pool far exceeds the average.
  const marginal = (fill.t * fill.t) / curve.keep
  const error = (amount * CURVE_ERROR + ROUNDING_UNITS) * marginal + ROUNDING_UNITS
  return { value: -fill.input, error }
}

interface Quoting<Some extends Offers, Answer> {
  /** In base units of the token. */
  gasPrice: number
  estimate: Estimate
  /** Returns undefined if the pool cannot trade the whole amount. */
  quote(offers: Some, edge: Edge): Answer | undefined
  /** Minimum value of a useful result before gas. Default: no minimum. */
  least?: number | undefined
}

/**
 * Returns the best offer for one token after gas. Curves give upper bounds that exclude most pools
 * from an exact quote, which takes a hundred times as long.
 */
export function quoteBest<Some extends Offers, Answer extends { net: bigint }>(
  all: readonly Some[],
  { gasPrice, estimate, quote, least = Number.NEGATIVE_INFINITY }: Quoting<Some, Answer>,
): Answer | undefined {
  let count = 0
  for (const { edges } of all) count += edges.length
  const most = new Float64Array(count)
  if (count > 1 || least > Number.NEGATIVE_INFINITY) {
    if (writeMost(all, { gasPrice, estimate, most }) < least) return undefined
  }
  let best: { answer: Answer; at: number } | undefined
  for (let tries = 0; tries < count; tries += 1) {
    const at = indexOfMost(most)
    if (best && (most[at] as number) < Number(best.answer.net)) break
    most[at] = Number.NaN
    const answer = quoteAt(all, at, quote)
    // Equal results are ordered by index, so that the order of quotes does not matter.
    const isBetter =
      !best || (answer && (answer.net > best.answer.net || (answer.net === best.answer.net && at < best.at)))
    if (answer && isBetter) best = { answer, at }
  }
  return best?.answer
}

/**
 * Writes the maximum value of each offer after gas. Returns the maximum of all offers before gas.
 */
function writeMost(
  all: readonly Offers[],
  { gasPrice, estimate, most }: { gasPrice: number; estimate: Estimate; most: Float64Array },
): number {
  const fill = createFill()
  let highest = Number.NEGATIVE_INFINITY
  let at = 0
  for (const { edges, amount: exact, gas: before } of all) {
    const amount = Number(exact)
    for (const { curve } of edges) {
      most[at] = Number.POSITIVE_INFINITY
      let value = Number.POSITIVE_INFINITY
      if (curve) {
        const estimated = estimate(curve, amount, fill)
        // An exhausted curve has no estimate, because the pool may not trade the whole amount.
        if (fill.liquidity > 0) {
          value = estimated.value + estimated.error
          // Near the end of a segment the exact trade may cross one segment less.
          const gas = before + curve.gas + getSegmentGas(curve, Math.max(0, fill.crossed - 1))
          most[at] = value - gas * gasPrice
        }
      }
      highest = Math.max(highest, value)
      at += 1
    }
  }
  return highest
}

function quoteAt<Some extends Offers, Answer>(
  all: readonly Some[],
  at: number,
  quote: (offers: Some, edge: Edge) => Answer | undefined,
): Answer | undefined {
  let rest = at
  for (const offers of all) {
    const edge = offers.edges[rest]
    if (edge) return quote(offers, edge)
    rest -= offers.edges.length
  }
  return undefined
}

/** Ignores values that are NaN. */
function indexOfMost(values: Float64Array): number {
  let most = -1
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number
    if (!Number.isNaN(value) && (most < 0 || value > (values[most] as number))) most = i
  }
  return most
}

/** Excludes edges of contracts in these steps, because pools of one contract share its balances. */
export function unusedEdges(edges: readonly Edge[], steps: readonly RouteStep[]): readonly Edge[] {
  const isUnused = ({ pool }: Edge) => steps.every((step) => step.pool.address !== pool.address)
  return steps.length === 0 || edges.every(isUnused) ? edges : edges.filter(isUnused)
}

/** Returns the minimum input with which these pools could pay the amount. */
export function leastSold(edges: readonly Edge[], amount: number): number {
  return (amount - ROUNDING_UNITS) / (bestStartPrice(edges) * (1 + CURVE_ERROR)) - ROUNDING_UNITS
}

/** Returns the maximum output that these pools could pay for the amount. */
export function mostPaid(edges: readonly Edge[], amount: number): number {
  return (amount + ROUNDING_UNITS) * bestStartPrice(edges) * (1 + CURVE_ERROR) + ROUNDING_UNITS
}

/** Returns the highest start price. Prices only fall along a curve. */
function bestStartPrice(edges: readonly Edge[]): number {
  return edges.reduce((best, { curve }) => Math.max(best, curve?.startPrice ?? Number.POSITIVE_INFINITY), 0)
}
