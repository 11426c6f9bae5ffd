import type { Route } from './route.ts'

const FEE_UNIT = 1_000_000n
const BPS = 10_000n

/** How far the route's rate is below what a vanishing amount would get on the same path, fees left out: basis points, rounded up. */
export function priceImpactBps(route: Route): bigint {
  let ideal = route.amountIn
  let scale = 1n
  for (const { pool, zeroForOne } of route.steps) {
    const { numerator, denominator } = pool.spot
    ideal *= (zeroForOne ? numerator : denominator) * (FEE_UNIT - BigInt(pool.fee))
    scale *= (zeroForOne ? denominator : numerator) * FEE_UNIT
  }
  const missing = ideal - route.amountOut * scale
  if (missing <= 0n || ideal === 0n) return 0n
  return (missing * BPS + ideal - 1n) / ideal
}
