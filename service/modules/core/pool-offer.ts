import { createFill, getCurve, sellUntil } from './curve.ts'
import type { PoolView } from './pool.ts'

/** A pool's price and depth for a token, in base units of the other one. */
export interface PoolOffer {
  /** Marginal price of one base unit, before fees. */
  price: number
  /** Amount that the pool pays for the token until its price has fallen by `REACH`. */
  pays: number
  /** Amount of the token that the pool sells until its price has risen by `REACH`. */
  sells: number
}

/** Depth is measured up to this distance from the marginal price, as a share of the price. */
const REACH = 0.1
/** Share of its reserve that a constant product pool pays until its price has fallen by `REACH`. */
export const CONSTANT_PRODUCT_SHARE = 1 - Math.sqrt(1 - REACH)

/** Cached by side. A pool is immutable, so each state is another object. */
const known = [0, 1].map(() => new WeakMap<PoolView, { offer: PoolOffer | undefined }>())

/**
 * Measures depth by the amounts that can trade near the price, not by virtual reserves: a hundred
 * dollars in a very narrow range count as a hundred dollars.
 */
export function toOffer(pool: PoolView, side: 0 | 1): PoolOffer | undefined {
  const before = known[side]?.get(pool)
  if (before) return before.offer
  const offer = measureOffer(pool, side)
  known[side]?.set(pool, { offer })
  return offer
}

function measureOffer(pool: PoolView, side: 0 | 1): PoolOffer | undefined {
  const spot = Number(pool.spot.numerator) / Number(pool.spot.denominator)
  if (!(spot > 0) || !Number.isFinite(spot)) return undefined
  return {
    price: side === 0 ? spot : 1 / spot,
    pays: getReach(pool, side === 0),
    sells: getReach(pool, side !== 0),
  }
}

/**
 * Returns the amount that can trade near the price in the weaker direction, valued at these prices
 * per base unit. One-sided liquidity proves no price, because placing it anywhere is free. The rate
 * of a conversion is fixed.
 */
export function getDepth(
  { origin }: PoolView,
  { pays, sells }: PoolOffer,
  prices: { own: number; other: number },
): number {
  const paid = pays * prices.other
  return origin.kind === 'lending' ? paid : Math.min(paid, sells * prices.own)
}

/**
 * Returns the output that can be bought before the price with fee is `REACH` away from the marginal
 * price. A higher fee leaves nothing, because no trader can correct such a pool's price at a
 * profit.
 */
function getReach(pool: PoolView, zeroForOne: boolean): number {
  const curve = getCurve(pool, zeroForOne)
  if (!curve) return 0
  const fill = createFill()
  sellUntil(curve, (curve.startPrice / curve.keep) * (1 - REACH), fill)
  return fill.output
}
