import { createFill, type Fill, sellInto } from '../../modules/core/curve.ts'
import type { Pool } from '../../modules/core/pool.ts'

/** A pool that could be sold into. */
export interface Candidate {
  pool: Pool
  zeroForOne: boolean
  amountIn: bigint
  /** Of the hops before, and of the data of this one. */
  gas: number
}

/** Error of a curve: this part of the output, and this many units of both tokens, as contracts round. */
const TRUST = 1e-5
const UNITS = 4

/**
 * The offers of one token that may pay most after gas, by their curves. The others certainly pay less and need no exact
 * quote, which takes a hundred times as long. `gasPrice` is in base units of the token.
 */
export function candidates<Some extends Candidate>(
  offers: readonly Some[],
  gasPrice: number,
): readonly Some[] {
  if (offers.length < 2) return offers
  const fill = createFill()
  const estimates = offers.map((offer) => estimate(offer, gasPrice, fill))
  const bestCertain = estimates.reduce(
    (max, { net, doubt }) => Math.max(max, net - doubt),
    Number.NEGATIVE_INFINITY,
  )
  return offers.filter((_, i) => {
    const { net = 0, doubt = 0 } = estimates[i] ?? {}
    return net + doubt >= bestCertain
  })
}

const UNKNOWN = { net: 0, doubt: Number.POSITIVE_INFINITY }

function estimate(
  { pool, zeroForOne, amountIn, gas: before }: Candidate,
  gasPrice: number,
  fill: Fill,
): { net: number; doubt: number } {
  const curve = pool.curve(zeroForOne)
  if (!curve) return UNKNOWN
  const amount = Number(amountIn)
  sellInto(curve, amount, fill)
  // The curve is exhausted: the pool may not take the whole amount.
  if (fill.liquidity === 0) return UNKNOWN
  const gas = before + curve.gas + curve.segmentGas * fill.crossed
  const doubt = fill.output * (TRUST + UNITS / amount) + UNITS + curve.segmentGas * gasPrice
  return { net: fill.output - gas * gasPrice, doubt }
}
