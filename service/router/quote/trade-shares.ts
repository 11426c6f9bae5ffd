import type { FoundRoute } from '../paths/route.ts'

const WHOLE_BPS = 10_000n

/**
 * Returns the share of the trade that passes through each step, in basis points. In a single path
 * each step has all of it.
 */
export function tradeShares({ steps, amountIn }: FoundRoute): number[] {
  const held = new Map<string, Gathered>()
  const first = steps[0]
  if (first) held.set(first.tokenIn, { amount: amountIn, share: SCALE })
  return steps.map(({ tokenIn, tokenOut, swap }) => {
    const from = held.get(tokenIn) ?? NOTHING
    const share = from.amount > 0n ? (from.share * swap.amountIn) / from.amount : 0n
    held.set(tokenIn, { amount: from.amount - swap.amountIn, share: from.share - share })
    const into = held.get(tokenOut) ?? NOTHING
    held.set(tokenOut, { amount: into.amount + swap.amountOut, share: into.share + share })
    return Number((share * WHOLE_BPS + SCALE / 2n) / SCALE)
  })
}

interface Gathered {
  amount: bigint
  /** A share of `SCALE`. */
  share: bigint
}

const SCALE = 1n << 64n
const NOTHING: Gathered = { amount: 0n, share: 0n }
