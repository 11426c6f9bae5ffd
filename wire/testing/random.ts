export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Standard normal. */
  normal(): number
  /** A whole number below `limit`. */
  below(limit: number): number
  chance(percent: number): boolean
  pick<T>(values: readonly T[]): T
  /** From a few base units to some thousand tokens. */
  amount(): bigint
  /** Half to one and a half of an amount. */
  around(amount: bigint): bigint
}

/** Returns the same numbers for the same seed on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0

  // Mulberry32: 32 bits of state are enough for plausible prices.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  // The sum of twelve uniforms is exact on every machine, unlike logarithms and cosines.
  function normal(): number {
    let sum = -6
    for (let i = 0; i < 12; i += 1) sum += next()
    return sum
  }

  const below = (limit: number) => Math.floor(next() * limit)

  return {
    next,
    normal,
    below,
    chance: (percent) => below(100) < percent,
    pick: (values) => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('The list to pick from is empty.')
      return value
    },
    amount: () => 10n ** BigInt(5 + below(16)) * BigInt(1 + below(900)) + BigInt(below(1_000_000)),
    around: (amount) => (amount * BigInt(5_000 + below(10_000))) / 10_000n,
  }
}
