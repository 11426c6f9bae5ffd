import type { Random } from '../../../wire/testing/random.ts'
import type { Pool } from '../core/pool.ts'
import type { LiquidityChange } from '../uniswap-v3/ticks.ts'
import { sampleV3Pool } from './sample-pools.ts'

const TICKS_PER_WORD = 256

/** Draws a pool of up to four positions over 24 bitmap words, some with gaps in between. */
export function drawV3Pool(random: Random): Pool {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random.next() * items.length)] as Item
  const tickSpacing = pick([1, 10, 60])
  const drawTick = (words: number) =>
    Math.round((random.next() * 2 - 1) * words * TICKS_PER_WORD) * tickSpacing
  const positions: LiquidityChange[] = []
  for (let count = 1 + Math.floor(random.next() * 4); positions.length < count; ) {
    const [a, b] = [drawTick(12), drawTick(pick([1, 12]))]
    if (a === b) continue
    const delta = BigInt(Math.floor(10 ** (20 + 2 * random.next())))
    positions.push({ lower: Math.min(a, b), upper: Math.max(a, b), delta })
  }
  const edges = positions.flatMap(({ lower, upper }) => [lower, upper])
  // A random tick, an initialized tick, or a tick beside one or beside a word end.
  const tick = pick([drawTick(2), drawTick(2), pick(edges), pick(edges) - 1, 0, -1, -tickSpacing])
  return sampleV3Pool({ tick, positions }, { tickSpacing })
}
