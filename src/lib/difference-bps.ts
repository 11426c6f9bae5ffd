/** The difference of `actual` to `expected` in basis points, rounded towards zero; undefined if `expected` is 0. */
export function differenceBps(actual: bigint, expected: bigint): number | undefined {
  if (expected === 0n) return undefined
  return Number(((actual - expected) * 10_000n) / expected)
}
