import { createFill, priceAtStart, sellUntil } from '../modules/core/curve.ts'
import type { PoolView } from '../modules/core/pool.ts'

/** What a pool says of a token, in base units of the other one. */
export interface PoolOffer {
  /** Of one base unit, at the margin and before fees. */
  price: number
  /** What it would pay for the token until its price has fallen by `REACH`. */
  pays: number
  /** What it would hand out of the token until its price has risen as far. */
  sells: number
}

/** How far from the margin money counts, as a share of the price. Beyond, it speaks of another price. */
const REACH = 0.1

/**
 * What stands behind a price is what could be traded near it, and not what concentrated liquidity makes of it: a
 * position of a hundred dollars in a range of a hair counts for a hundred dollars.
 */
export function toOffer(pool: PoolView, side: 0 | 1): PoolOffer | undefined {
  const spot = getSpot(pool)
  if (!(spot > 0) || !Number.isFinite(spot)) return undefined
  return {
    price: side === 0 ? spot : 1 / spot,
    pays: getReach(pool, side === 0),
    sells: getReach(pool, side !== 0),
  }
}

/** Units of the second token for one of the first. */
function getSpot({ spot, depth }: PoolView): number {
  return spot ? Number(spot.numerator) / Number(spot.denominator) : Number(depth[1]) / Number(depth[0])
}

/** Base units of the output that can be bought before the price has moved by `REACH`. */
function getReach(pool: PoolView, zeroForOne: boolean): number {
  if (!pool.curve) return Number(pool.depth[zeroForOne ? 1 : 0]) * (1 - Math.sqrt(1 - REACH))
  const curve = pool.curve(zeroForOne)
  if (!curve) return 0
  const fill = createFill()
  sellUntil(curve, priceAtStart(curve) * (1 - REACH), fill)
  return fill.output
}
