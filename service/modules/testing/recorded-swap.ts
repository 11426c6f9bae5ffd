import type { Pool, PoolIdentity } from '../core/pool.ts'

/** Token indexes, the side whose amount is given, the amount, and the other amount. */
export type RecordedSwap = readonly [
  into: number,
  out: number,
  order: 'SELL' | 'BUY',
  amount: string,
  result: string,
]

/** Returns the pool's quotes of recorded swaps, by the index of their tokens. */
export function quoteRecorded(
  pool: Pool | undefined,
  tokens: readonly PoolIdentity['tokens'][number][],
  swaps: readonly RecordedSwap[],
): string[] {
  const pairs = pool ? [pool, ...(pool.siblings ?? [])] : []
  return swaps.map(([into, out, order, amount]) => {
    const sides = [tokens[into], tokens[out]]
    const pair = pairs.find((one) => one.tokens.every((token) => sides.includes(token)))
    const zeroForOne = pair?.tokens[0] === sides[0]
    const quote =
      order === 'SELL'
        ? pair?.exactInput(zeroForOne, BigInt(amount))?.amountOut
        : pair?.exactOutput(zeroForOne, BigInt(amount))?.amountIn
    return String(quote)
  })
}

/** Returns the recorded results of the swaps. */
export function getResults(swaps: readonly RecordedSwap[]): string[] {
  return swaps.map(([, , , , result]) => result)
}
