import type { FoundRoute } from '../paths/route.ts'

const FEE_UNIT = 1_000_000n
const BPS = 10_000n
/** Number of binary digits that ideal amounts have below one base unit. */
const FRACTION = 128n

interface Gathered {
  amount: bigint
  ideal: bigint
}

/**
 * Returns how far the route's rate is below the marginal rate along the same steps, without
 * settlement fees: basis points, rounded up. Returns undefined if a pool has no marginal rate.
 */
export function priceImpactBps({ steps, amountIn, amountOut }: FoundRoute): bigint | undefined {
  const held = new Map<string, Gathered>()
  const first = steps[0]
  if (first) held.set(first.tokenIn, { amount: amountIn, ideal: amountIn << FRACTION })
  for (const { pool, zeroForOne, tokenIn, tokenOut, swap } of steps) {
    const from = held.get(tokenIn)
    if (!from || from.amount <= 0n) continue
    const { numerator, denominator } = pool.spot
    if (numerator <= 0n || denominator <= 0n) return undefined
    const rate = (zeroForOne ? numerator : denominator) * (FEE_UNIT - BigInt(pool.fee))
    const unit = (zeroForOne ? denominator : numerator) * FEE_UNIT
    const ideal = (from.ideal * swap.amountIn * rate) / (from.amount * unit)
    const spent = (from.ideal * swap.amountIn) / from.amount
    held.set(tokenIn, { amount: from.amount - swap.amountIn, ideal: from.ideal - spent })
    const into = held.get(tokenOut)
    held.set(tokenOut, {
      amount: (into?.amount ?? 0n) + swap.amountOut,
      ideal: (into?.ideal ?? 0n) + ideal,
    })
  }
  const last = steps.at(-1)
  const ideal = (last && held.get(last.tokenOut)?.ideal) ?? 0n
  const missing = ideal - (amountOut << FRACTION)
  if (missing <= 0n) return 0n
  return (missing * BPS + ideal - 1n) / ideal
}
