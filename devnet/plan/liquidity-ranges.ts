import { rounded } from './amounts.ts'

export interface Range {
  lower: number
  upper: number
  liquidity: bigint
}

interface Slice {
  /** Share of the pool's value. */
  share: number
  /** Bounds as factors of the price; the widest possible range if absent. */
  bounds?: readonly [number, number]
}

const SLICES: Record<'wide' | 'tight', Slice[]> = {
  wide: [
    { share: 0.12 },
    { share: 0.2, bounds: [0.5, 2] },
    { share: 0.28, bounds: [0.8, 1.25] },
    { share: 0.24, bounds: [0.94, 1.065] },
    { share: 0.08, bounds: [1.015, 1.1] },
    { share: 0.08, bounds: [0.9, 0.985] },
  ],
  tight: [
    { share: 0.06 },
    { share: 0.18, bounds: [0.95, 1.05] },
    { share: 0.36, bounds: [0.99, 1.01] },
    { share: 0.4, bounds: [0.997, 1.003] },
  ],
}

const TICK_BASE = 1.0001
const MAX_TICK = 887_272
const TICK_SPACING: Record<number, number> = { 500: 10, 2500: 50, 3000: 60, 10000: 200 }

/**
 * Ranges around a price with a total value of `depthUsd`. Prices are of base units: token1 per
 * token0.
 */
export function liquidityRanges(pool: {
  shape: 'wide' | 'tight'
  fee: number
  price: number
  depthUsd: number
  usdPerUnit: readonly [number, number]
}): Range[] {
  const spacing = TICK_SPACING[pool.fee]
  if (spacing === undefined) throw new Error(`No tick spacing is known for the fee ${pool.fee}`)
  return SLICES[pool.shape].map(({ share, bounds }) => {
    const widest = Math.floor(MAX_TICK / spacing) * spacing
    let lower = bounds ? getTick(pool.price * bounds[0], spacing) : -widest
    let upper = bounds ? getTick(pool.price * bounds[1], spacing) : widest
    // Widens a range that would round to zero width to one step each way.
    if (upper - lower < 2 * spacing) {
      lower -= spacing
      upper += spacing
    }
    const liquidity = rounded((pool.depthUsd * share) / worthOfOne(lower, upper, pool), 6)
    return { lower, upper, liquidity }
  })
}

function getTick(price: number, spacing: number): number {
  return Math.round(Math.log(price) / Math.log(TICK_BASE) / spacing) * spacing
}

/** Value of one unit of liquidity in the range, from the definition of concentrated liquidity. */
function worthOfOne(
  lower: number,
  upper: number,
  pool: { price: number; usdPerUnit: readonly [number, number] },
): number {
  const [low, high] = [TICK_BASE ** (lower / 2), TICK_BASE ** (upper / 2)]
  const current = Math.min(Math.max(Math.sqrt(pool.price), low), high)
  const amount0 = 1 / current - 1 / high
  const amount1 = current - low
  return amount0 * pool.usdPerUnit[0] + amount1 * pool.usdPerUnit[1]
}
