import { toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { Hex } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'
import { sampleAddress, sampleV3Pool } from '../testing/sample-pools.ts'
import { loadTicks } from './load-ticks.ts'
import { findOverfull, getWordTicks } from './tick-words.ts'
import { MAX_TICKS } from './ticks.ts'
import { toTickState, withLiquidity } from './v3-swap.ts'

const bitmapSelector = toFunctionSelector('tickBitmap(int16)')
const lens = sampleAddress(0x1e)
const identity = (n: number) => ({
  ...{ address: sampleAddress(n), tokens: [sampleAddress(1), sampleAddress(2)] as const },
  ...{ fee: 100, tickSpacing: 1 },
})
const [full, other] = [identity(0x9a), identity(0x9b)]

/** Every tick of the first pool is initialized, and the first tick of each word of the second. */
function createReader() {
  let ticks = 0
  const read: BlockReader = async (calls) =>
    calls.map(({ to, data }): Hex => {
      if (data.startsWith(bitmapSelector))
        return `0x${encodeWord(to === full.address ? 2n ** 256n - 1n : 1n)}`
      if (to === full.address || data.slice(10, 74) === encodeWord(BigInt(full.address))) ticks += 1
      return to === lens
        ? `0x${[32n, 1n, 7n, 5n, 5n].map(encodeWord).join('')}`
        : `0x${[5n, 5n].map(encodeWord).join('')}`
    })
  return { read, ticksRead: () => ticks }
}

it('reads no ticks of a pool that has more than are kept, and those of the others', async () => {
  for (const tickLens of [lens, undefined]) {
    const { read, ticksRead } = createReader()
    const [none, some] = await loadTicks([full, other], { tickLens, read })
    expect(none).toBeUndefined()
    expect(some?.length).toBeGreaterThan(1_000)
    expect(ticksRead()).toBe(0)
  }
})

it('counts the ticks of all words of a pool', () => {
  const word = (2n ** 256n - 1n) ^ 1n
  expect(getWordTicks(word, 0, 1)).toHaveLength(255)
  const words = (bits: number) => [
    ...Array.from({ length: 64 }, () => ({ pool: 0, bitmap: word })),
    { pool: 0, bitmap: 2n ** BigInt(bits) - 1n },
    { pool: 1, bitmap: 2n ** 256n - 1n },
  ]
  expect(MAX_TICKS).toBe(64 * 256)
  expect([...findOverfull(words(64))]).toEqual([])
  expect([...findOverfull(words(65))]).toEqual([0])
})

it('keeps no ticks of a pool that gets more by its logs, whatever leaves it', () => {
  const ticks = Array.from({ length: MAX_TICKS }, (_, index) => ({ index, gross: 1n, net: 0n }))
  const before = { sqrtPrice: 1n << 96n, tick: 0, liquidity: 5n, ...toTickState(ticks) }
  expect(before.ticks).toHaveLength(MAX_TICKS)
  const after = withLiquidity(before, { lower: -10, upper: 10, delta: 2n })
  expect(after).toMatchObject({ liquidity: 7n, ticks: [], isOverfull: true })
  const later = withLiquidity(after, { lower: -10, upper: 10, delta: -1n })
  expect(later).toMatchObject({ liquidity: 6n, ticks: [], isOverfull: true })
})

it('does not trade without its ticks', () => {
  expect(sampleV3Pool({ tick: 0, positions: [] }).isHealthy).toBe(false)
})
