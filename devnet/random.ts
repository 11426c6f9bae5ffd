export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  /** Standard normal. */
  normal(): number
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

  return { next, normal }
}
