import { toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { Hex } from '../../../src/lib/address.ts'
import { encodeWord, intAt } from '../../lib/abi-words.ts'
import type { BlockReader } from '../core/module.ts'
import { sampleAddress, sampleV3Pool } from '../testing/sample-pools.ts'
import { loadTicks } from './load-ticks.ts'
import { MIN_TICK } from './tick-math.ts'
import { findOverfull, getWordTicks } from './tick-words.ts'
import { MAX_TICKS, SIDE_TICKS } from './ticks.ts'
import { toTickState } from './v3-swap.ts'

const bitmapSelector = toFunctionSelector('tickBitmap(int16)')
const lens = sampleAddress(0x1e)
const identity = (n: number) => ({
  ...{ address: sampleAddress(n), tokens: [sampleAddress(1), sampleAddress(2)] as const },
  ...{ fee: 100, tickSpacing: 1 },
})
const [full, other] = [identity(0x9a), identity(0x9b)]

/** Every tick of the first pool is initialized, and the first tick of each word of the second. The price is at a tick. */
function createReader(priceCall: 'slot0()' | 'globalState()' | undefined, tick: number) {
  let ticks = 0
  const read: BlockReader = async (calls) =>
    calls.map(({ to, data }): Hex | undefined => {
      const selector = data.slice(0, 10) as Hex
      if (selector === bitmapSelector) return `0x${encodeWord(to === full.address ? 2n ** 256n - 1n : 1n)}`
      if (prices.includes(selector))
        return priceCall && selector === toFunctionSelector(priceCall)
          ? encode(1n << 96n, BigInt(tick))
          : undefined
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

const prices = ['slot0()', 'globalState()'].map((call) => toFunctionSelector(call))
const encode = (...values: bigint[]): Hex => `0x${values.map(encodeWord).join('')}`

it.each([
  ['slot0()', lens, 5_000],
  ['slot0()', undefined, -300_001],
  ['globalState()', undefined, 5_000],
] as const)(
  'reads the ticks nearest to the price of a pool that has more than are kept (%s, %s, %d), and all of the others',
  async (priceCall, tickLens, tick) => {
    const { read, ticksRead } = createReader(priceCall, tick)
    const [near, all] = await loadTicks([full, other], { tickLens, read })
    const [first, last] = [tick - SIDE_TICKS + 1, tick + SIDE_TICKS]
    expect(near?.map(({ index }) => index)).toEqual(Array.from({ length: MAX_TICKS }, (_, i) => first + i))
    const ends = near?.filter(({ isEnd }) => isEnd).map(({ index }) => index)
    expect(ends).toEqual([first, last])
    expect(ticksRead()).toBeLessThan(MAX_TICKS + 3 * 256)
    expect(all?.length).toBe(6_932)
    expect(all?.some(({ isEnd }) => isEnd)).toBe(false)
  },
)

it('has one end alone where the price is at that of all ticks', async () => {
  const { read } = createReader('slot0()', MIN_TICK + 100)
  const [near] = await loadTicks([full], { tickLens: lens, read })
  expect(near?.filter(({ isEnd }) => isEnd)).toEqual([near?.at(-1)])
  expect(near?.at(-1)?.index).toBeGreaterThanOrEqual(MIN_TICK + 100 + SIDE_TICKS)
})

it('reads no ticks of such a pool whose price nobody tells', async () => {
  const { read, ticksRead } = createReader(undefined, 0)
  const [none, all] = await loadTicks([full, other], { tickLens: lens, read })
  expect([none, all?.length, ticksRead()]).toEqual([undefined, 6_932, 0])
  expect(toTickState(none)).toEqual({ ticks: [], isOverfull: true })
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

it('does not trade without its ticks', () => {
  expect(sampleV3Pool({ tick: 0, positions: [] }).isHealthy).toBe(false)
})
