/** Decimals a rate is kept with: enough for the cheapest token against the dearest. */
const RATE_DECIMALS = 24

/**
 * How many whole units of `got` one whole unit of `paid` is worth, as base units of `decimals`, rounded down.
 * Undefined when nothing was paid.
 */
export function unitRate(
  paid: { amount: bigint; decimals: number },
  got: { amount: bigint; decimals: number },
): { value: bigint; decimals: number } | undefined {
  if (paid.amount === 0n) return undefined
  const scale = 10n ** BigInt(RATE_DECIMALS + paid.decimals)
  return {
    value: (got.amount * scale) / (paid.amount * 10n ** BigInt(got.decimals)),
    decimals: RATE_DECIMALS,
  }
}
