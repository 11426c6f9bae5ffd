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
  /** That is sold, or bought. */
  amount: bigint
  /** Of the other hops, and of the data of this one. */
  gas: number
}

/** Error of a curve: this part of the output, and this many units of both tokens, as contracts round. */
const TRUST = 1e-5
const UNITS = 4

/** What an amount pays, or minus what it costs, before gas, and how far that may be off. */
type Estimate = (curve: Curve, amount: number, fill: Fill) => { value: number; doubt: number }

export const estimateSale: Estimate = (curve, amount, fill) => {
  sellInto(curve, amount, fill)
  const doubt = fill.output * (TRUST + UNITS / amount) + UNITS
  return { value: fill.output, doubt }
}

export const estimatePurchase: Estimate = (curve, amount, fill) => {
  buyFrom(curve, amount, fill)
  // What the last unit costs: near its end a pool asks for far more than on average.
  const marginal = (fill.t * fill.t) / curve.keep
  const doubt = (amount * TRUST + UNITS) * marginal + UNITS
  return { value: -fill.input, doubt }
}

interface Quoting<Some extends Offers, Answer> {
  /** In base units of the token. */
  gasPrice: number
  estimate: Estimate
  /** Undefined: the pool does not take the whole amount. */
  quote(offers: Some, edge: Edge): Answer | undefined
  /** What an answer must pay before gas to be of use. Default: anything is. */
  least?: number | undefined
}

/**
 * The best of the offers of one token after gas. A curve tells what an offer pays at most: most need no exact quote, which
 * takes a hundred times as long.
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
    // Of equal ones the first, in whatever order they are quoted.
    const isBetter =
      !best || (answer && (answer.net > best.answer.net || (answer.net === best.answer.net && at < best.at)))
    if (answer && isBetter) best = { answer, at }
  }
  return best?.answer
}

/** Writes what each offer pays after gas at most. Returns what any of them pays before gas at most. */
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
        // An exhausted curve tells nothing: the pool may not take the whole amount.
        if (fill.liquidity > 0) {
          value = estimated.value + estimated.doubt
          // Near the end of a segment the pool may cross one less.
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

/** Of the values that are numbers. */
function indexOfMost(values: Float64Array): number {
  let most = -1
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as number
    if (!Number.isNaN(value) && (most < 0 || value > (values[most] as number))) most = i
  }
  return most
}

/** Those of contracts that the steps do not trade with: pools of one contract share its balances. */
export function unusedEdges(edges: readonly Edge[], steps: readonly RouteStep[]): readonly Edge[] {
  const isUnused = ({ pool }: Edge) => steps.every((step) => step.pool.address !== pool.address)
  return steps.length === 0 || edges.every(isUnused) ? edges : edges.filter(isUnused)
}

/** What these pools must sell at least to pay an amount. */
export function leastSold(edges: readonly Edge[], amount: number): number {
  return (amount - UNITS) / (bestStartPrice(edges) * (1 + TRUST)) - UNITS
}

/** What these pools pay at most for an amount. */
export function mostPaid(edges: readonly Edge[], amount: number): number {
  return (amount + UNITS) * bestStartPrice(edges) * (1 + TRUST) + UNITS
}

/** No unit is sold at a higher price. */
function bestStartPrice(edges: readonly Edge[]): number {
  return edges.reduce((best, { curve }) => Math.max(best, curve?.startPrice ?? Number.POSITIVE_INFINITY), 0)
}
