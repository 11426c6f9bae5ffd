export type Random = ReturnType<typeof createRandom>

/** A small generator of repeatable numbers (mulberry32). */
export function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (percent: number) => below(100) < percent,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('The list to pick from is empty.')
      return value
    },
    /** From a few base units to some thousand tokens. */
    amount: () => 10n ** BigInt(5 + below(16)) * BigInt(1 + below(900)) + BigInt(below(1_000_000)),
    /** Half to one and a half of an amount. */
    around: (amount: bigint) => (amount * BigInt(5_000 + below(10_000))) / 10_000n,
  }
}
