import type { TokenPlan } from './tokens.ts'

/** Converts a plan's whole units, which are plain numbers, to exact base units. */
export function baseUnits(wholeUnits: number, decimals: number): bigint {
  const precision = 1_000_000
  return (BigInt(Math.round(wholeUnits * precision)) * 10n ** BigInt(decimals)) / BigInt(precision)
}

export function unitsWorth(usd: number, token: TokenPlan): bigint {
  return baseUnits(usd / token.priceUsd, token.decimals)
}

/** Rounds a float to a few digits, so that floating-point errors never reach a chain. */
export function rounded(value: number, digits = 9): bigint {
  return BigInt(Number(value.toPrecision(digits)))
}

export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
