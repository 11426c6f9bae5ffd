import { MAX_TICK, MIN_TICK } from './tick-math.ts'
import { MAX_TICKS, type Missing, SIDE_TICKS } from './ticks.ts'

// Contracts store the initialized ticks in bitmap words of 256 bits.

export const WORD_BITS = 8
/** The last bit of a word. */
export const WORD_LAST = 255

/** Returns the word of a tick. */
export function getWord(tick: number, tickSpacing: number): number {
  return Math.floor(tick / tickSpacing) >> WORD_BITS
}

/**
 * Returns the word in which a swap searches the next tick. Contracts without a spacing, such as
 * Algebra, search differently.
 */
export function getWordAhead(tick: number, tickSpacing: number | undefined, zeroForOne: boolean): number {
  if (tickSpacing === undefined) return 0
  return getWord(zeroForOne ? tick : tick + tickSpacing, tickSpacing)
}

/** Returns the last tick of that word, where a swap pauses and rounds. */
export function endOfWord(tick: number, tickSpacing: number | undefined, zeroForOne: boolean): number {
  if (tickSpacing === undefined) return zeroForOne ? MIN_TICK : MAX_TICK
  const start = getWordAhead(tick, tickSpacing, zeroForOne) << WORD_BITS
  return zeroForOne
    ? Math.max(start * tickSpacing, MIN_TICK)
    : Math.min((start + WORD_LAST) * tickSpacing, MAX_TICK)
}

/** Returns every word that a pool may have. */
export function getWords(tickSpacing: number): number[] {
  const first = getWord(MIN_TICK, tickSpacing)
  const last = getWord(MAX_TICK, tickSpacing)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

/** A word of the pool at index `pool`. */
export interface PoolWord {
  pool: number
  word: number
  bitmap: bigint
}

/**
 * Selects the words to read: all words of a pool, or those nearest to its price if it has too many
 * initialized ticks. `missing` marks dropped ticks below and above.
 */
export function selectWords<Word extends PoolWord>(
  words: readonly Word[],
  wordOfPrice: (pool: number) => number,
): { kept: Word[]; missing: ReadonlyMap<number, Missing> } {
  const counts = new Map<number, number>()
  for (const { pool, bitmap } of words) counts.set(pool, (counts.get(pool) ?? 0) + countBits(bitmap))
  const isOverfull = (pool: number) => (counts.get(pool) ?? 0) > MAX_TICKS
  const kept = words.filter(({ pool }) => !isOverfull(pool))
  const missing = new Map<number, Missing>()
  for (const pool of [...counts.keys()].filter(isOverfull)) {
    const own = words.filter((word) => word.pool === pool)
    const at = wordOfPrice(pool)
    const below = own.filter(({ word }) => word < at).sort((a, b) => b.word - a.word)
    const above = own.filter(({ word }) => word > at).sort((a, b) => a.word - b.word)
    const [under, over] = [takeNearest(below), takeNearest(above)]
    kept.push(...under, ...own.filter(({ word }) => word === at), ...over)
    missing.set(pool, [under.length < below.length, over.length < above.length])
  }
  return { kept, missing }
}

/** Takes enough words for the ticks kept on a side. */
function takeNearest<Word extends PoolWord>(side: readonly Word[]): Word[] {
  let count = 0
  return side.filter(({ bitmap }) => {
    const isKept = count < SIDE_TICKS
    if (isKept) count += countBits(bitmap)
    return isKept
  })
}

function countBits(bitmap: bigint): number {
  let count = 0
  for (let rest = bitmap; rest > 0n; rest >>= 32n) {
    for (let bits = Number(rest & 0xffffffffn) | 0; bits !== 0; bits &= bits - 1) count += 1
  }
  return count
}

/** Returns the initialized ticks of a word. */
export function getWordTicks(bitmap: bigint, word: number, tickSpacing: number): number[] {
  const ticks: number[] = []
  for (let bit = 0; bitmap >> BigInt(bit) !== 0n; bit += 1) {
    if ((bitmap >> BigInt(bit)) & 1n) ticks.push(((word << WORD_BITS) + bit) * tickSpacing)
  }
  return ticks
}
