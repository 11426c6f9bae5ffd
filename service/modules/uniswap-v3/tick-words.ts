import { MAX_TICK, MIN_TICK } from './tick-math.ts'

// Contracts keep which ticks are initialized in words of 256 bits.

export const WORD_BITS = 8

/** The word of a tick. */
export function getWord(tick: number, tickSpacing: number): number {
  return Math.floor(tick / tickSpacing) >> WORD_BITS
}

/** Every word that a pool may have. */
export function getWords(tickSpacing: number): number[] {
  const first = getWord(MIN_TICK, tickSpacing)
  const last = getWord(MAX_TICK, tickSpacing)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** The initialized ticks of a word. */
export function getWordTicks(bitmap: bigint, word: number, tickSpacing: number): number[] {
  const ticks: number[] = []
  for (let bit = 0; bitmap >> BigInt(bit) !== 0n; bit += 1) {
    if ((bitmap >> BigInt(bit)) & 1n) ticks.push(((word << WORD_BITS) + bit) * tickSpacing)
  }
  return ticks
}
