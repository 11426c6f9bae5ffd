/** Decimals of a rate: enough for the cheapest token against the most expensive one. */
const RATE_DECIMALS = 24

/**
 * The whole units of `received` that one whole unit of `paid` is worth, as base units of
 * `decimals`, rounded down. Undefined when nothing was paid.
 */
export function unitRate(
  paid: { amount: bigint; decimals: number },
  received: { amount: bigint; decimals: number },
): { value: bigint; decimals: number } | undefined {
  if (paid.amount === 0n) return undefined
  const scale = 10n ** BigInt(RATE_DECIMALS + paid.decimals)
  return {
    value: (received.amount * scale) / (paid.amount * 10n ** BigInt(received.decimals)),
    decimals: RATE_DECIMALS,
  }
}
