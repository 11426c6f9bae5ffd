import { buyFrom, type Curve, createFill, type Fill, getCurve, sellInto } from '../../modules/core/curve.ts'
import type { Pool } from '../../modules/core/pool.ts'

/** A pool that could trade an amount. */
export interface Offer {
  pool: Pool
  zeroForOne: boolean
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

interface Quoting<Some extends Offer, Answer> {
  /** In base units of the token. */
  gasPrice: number
  estimate: Estimate
  /** Undefined: the pool does not take the whole amount. */
  quote(offer: Some): Answer | undefined
}

/**
 * The best of the offers of one token after gas. A curve tells what an offer pays at most: most need no exact quote, which
 * takes a hundred times as long.
 */
export function quoteBest<Some extends Offer, Answer extends { net: bigint }>(
  offers: readonly Some[],
  { gasPrice, estimate, quote }: Quoting<Some, Answer>,
): Answer | undefined {
  const most = offers.length > 1 ? getMost(offers, { gasPrice, estimate }) : new Float64Array(offers.length)
  let best: { answer: Answer; at: number } | undefined
  for (let count = 0; count < offers.length; count += 1) {
    const at = indexOfMost(most)
    if (best && (most[at] as number) < Number(best.answer.net)) break
    most[at] = Number.NaN
    const answer = quote(offers[at] as Some)
    // Of equal ones the first, in whatever order they are quoted.
    const isBetter =
      !best || (answer && (answer.net > best.answer.net || (answer.net === best.answer.net && at < best.at)))
    if (answer && isBetter) best = { answer, at }
  }
  return best?.answer
}

/** What each offer pays after gas at most. */
function getMost(
  offers: readonly Offer[],
  { gasPrice, estimate }: { gasPrice: number; estimate: Estimate },
): Float64Array {
  const fill = createFill()
  const most = new Float64Array(offers.length).fill(Number.POSITIVE_INFINITY)
  for (let i = 0; i < offers.length; i += 1) {
    const { pool, zeroForOne, amount, gas: before } = offers[i] as Offer
    const curve = getCurve(pool, zeroForOne)
    if (!curve) continue
    const { value, doubt } = estimate(curve, Number(amount), fill)
    // Near the end of a segment the pool may cross one less.
    const gas = before + curve.gas + curve.segmentGas * Math.max(0, fill.crossed - 1)
    // An exhausted curve tells nothing: the pool may not take the whole amount.
    if (fill.liquidity > 0) most[i] = value + doubt - gas * gasPrice
  }
  return most
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
