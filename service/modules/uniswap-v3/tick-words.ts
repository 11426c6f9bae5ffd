import { MAX_TICK, MIN_TICK } from './tick-math.ts'
import { MAX_TICKS, type Missing, SIDE_TICKS } from './ticks.ts'

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

/** The pools with more initialized ticks than are kept, by the words of all: anyone may add ticks to a pool. */
export function findOverfull(words: readonly { pool: number; bitmap: bigint }[]): ReadonlySet<number> {
  const counts = new Map<number, number>()
  for (const { pool, bitmap } of words) counts.set(pool, (counts.get(pool) ?? 0) + countBits(bitmap))
  return new Set([...counts].flatMap(([pool, count]) => (count > MAX_TICKS ? [pool] : [])))
}

/** The words of a pool with the ticks nearest to one in the word `at`, as many as are kept on each side at least. */
export function getNearestWords<Word extends { word: number; bitmap: bigint }>(
  words: readonly Word[],
  at: number,
): { kept: Word[]; missing: Missing } {
  const take = (side: readonly Word[]) => {
    let count = 0
    return side.filter(({ bitmap }) => {
      const isKept = count < SIDE_TICKS
      if (isKept) count += countBits(bitmap)
      return isKept
    })
  }
  const below = words.filter(({ word }) => word < at).sort((a, b) => b.word - a.word)
  const above = words.filter(({ word }) => word > at).sort((a, b) => a.word - b.word)
  const [under, over] = [take(below), take(above)]
  const kept = [...under, ...words.filter(({ word }) => word === at), ...over]
  return { kept, missing: [under.length < below.length, over.length < above.length] }
}

function countBits(bitmap: bigint): number {
  let count = 0
  for (let rest = bitmap; rest > 0n; rest >>= 32n) {
    for (let bits = Number(rest & 0xffffffffn) | 0; bits !== 0; bits &= bits - 1) count += 1
  }
  return count
}

/** The initialized ticks of a word. */
export function getWordTicks(bitmap: bigint, word: number, tickSpacing: number): number[] {
  const ticks: number[] = []
  for (let bit = 0; bitmap >> BigInt(bit) !== 0n; bit += 1) {
    if ((bitmap >> BigInt(bit)) & 1n) ticks.push(((word << WORD_BITS) + bit) * tickSpacing)
  }
  return ticks
}
