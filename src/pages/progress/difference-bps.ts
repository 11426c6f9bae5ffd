/** How much more (or, negative, less) `actual` is than `expected`, in basis points rounded towards zero. */
export function differenceBps(actual: bigint, expected: bigint): number | undefined {
  if (expected === 0n) return undefined
  return Number(((actual - expected) * 10_000n) / expected)
}
