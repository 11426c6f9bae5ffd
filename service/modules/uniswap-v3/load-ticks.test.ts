import { toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { Hex } from '../../../wire/lib/address.ts'
import { encodeWord, intAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'
import { sampleAddress, sampleV3Pool } from '../testing/sample-pools.ts'
import { loadTicks, type PricedPool } from './load-ticks.ts'
import { MIN_TICK } from './tick-math.ts'
import { getWordTicks, selectWords } from './tick-words.ts'
import { MAX_TICKS, SIDE_TICKS } from './ticks.ts'

const bitmapSelector = toFunctionSelector('tickBitmap(int16)')
const lens = sampleAddress(0x1e)
const [full, other] = [0x9a, 0x9b].map((n) => ({ address: sampleAddress(n), tickSpacing: 1 })) as [
  PoolAt,
  PoolAt,
]
type PoolAt = Omit<PricedPool, 'tick'>

/** The first pool has every tick initialized, the second the first tick of each word. */
function createReader() {
  let ticks = 0
  const read: BlockReader = async (calls) =>
    calls.map(({ to, data }): Hex => {
      const selector = data.slice(0, 10) as Hex
      if (selector === bitmapSelector) return `0x${encodeWord(to === full.address ? 2n ** 256n - 1n : 1n)}`
      const isFull = to === full.address || BigInt(`0x${data.slice(10, 74)}`) === BigInt(full.address)
      if (to !== lens) {
        if (isFull) ticks += 1
        return encode(5n, 5n)
      }
      const first = intAt(data.replace(selector, '0x') as Hex, 1) * 256n
      const indexes = Array.from({ length: isFull ? 256 : 1 }, (_, i) => first + BigInt(i))
      if (isFull) ticks += indexes.length
      return encode(32n, BigInt(indexes.length), ...indexes.flatMap((index) => [index, 5n, 5n]))
    })
  return { read, ticksRead: () => ticks }
}

const encode = (...values: bigint[]): Hex => `0x${values.map(encodeWord).join('')}`

it.each([
  [lens, 5_000],
  [undefined, -300_001],
  [undefined, 5_000],
] as const)(
  'reads the nearest ticks of a pool with too many (%s, %d), and all ticks of the others',
  async (tickLens, tick) => {
    const { read, ticksRead } = createReader()
    const pools = [full, other].map((pool) => ({ ...pool, tick }))
    const [near, all] = await loadTicks(pools, { tickLens, read })
    const [first, last] = [tick - SIDE_TICKS + 1, tick + SIDE_TICKS]
    expect(near?.map(({ index }) => index)).toEqual(Array.from({ length: MAX_TICKS }, (_, i) => first + i))
    const ends = near?.filter(({ isEnd }) => isEnd).map(({ index }) => index)
    expect(ends).toEqual([first, last])
    expect(ticksRead()).toBeLessThan(MAX_TICKS + 3 * 256)
    expect(all?.length).toBe(6_932)
    expect(all?.some(({ isEnd }) => isEnd)).toBe(false)
  },
)

it('has a single end if the price is at the end of all ticks', async () => {
  const { read } = createReader()
  const [near] = await loadTicks([{ ...full, tick: MIN_TICK + 100 }], { tickLens: lens, read })
  expect(near?.filter(({ isEnd }) => isEnd)).toEqual([near?.at(-1)])
  expect(near?.at(-1)?.index).toBeGreaterThanOrEqual(MIN_TICK + 100 + SIDE_TICKS)
})

it('counts the ticks of all words of a pool', () => {
  const word = (2n ** 256n - 1n) ^ 1n
  expect(getWordTicks(word, 0, 1)).toHaveLength(255)
  const words = (bits: number) => [
    ...Array.from({ length: 64 }, (_, i) => ({ pool: 0, word: i, bitmap: word })),
    { pool: 0, word: 64, bitmap: 2n ** BigInt(bits) - 1n },
    { pool: 1, word: 0, bitmap: 2n ** 256n - 1n },
  ]
  const findOverfull = (bits: number) => [...selectWords(words(bits), () => 0).missing.keys()]
  expect(MAX_TICKS).toBe(64 * 256)
  expect(findOverfull(64)).toEqual([])
  expect(findOverfull(65)).toEqual([0])
})

it('does not trade without its ticks', () => {
  expect(sampleV3Pool({ tick: 0, positions: [] }).isHealthy).toBe(false)
})
