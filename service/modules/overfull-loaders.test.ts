import { toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { Hex } from '../../wire/lib/address.ts'
import { encodeWord, intAt, uintAt } from '../lib/abi-words.ts'
import { loadTree } from './algebra/load-tree.ts'
import type { BlockReader } from './core/module.ts'
import { sampleAddress } from './testing/sample-pools.ts'
import { MAX_TICKS, SIDE_TICKS } from './uniswap-v3/ticks.ts'
import { getBitmapSlot, getTickSlot, loadHeads, loadStates } from './uniswap-v4/load-state.ts'

const encode = (...values: bigint[]): Hex => `0x${values.map(encodeWord).join('')}`
const span = (first: number) => Array.from({ length: MAX_TICKS }, (_, i) => first + i)
/** Keeps the same number on each side, and marks the outermost ticks as ends. */
const expectNearest = (ticks: readonly { index: number; isEnd?: true }[], tick: number) => {
  const first = tick - SIDE_TICKS + 1
  expect(ticks.map(({ index }) => index)).toEqual(span(first))
  expect(ticks.filter(({ isEnd }) => isEnd).map(({ index }) => index)).toEqual([first, tick + SIDE_TICKS])
}

it('keeps the nearest ticks of a Uniswap V4 pool with too many', async () => {
  const tick = 4_321
  const id: Hex = `0x${'7'.repeat(64)}`
  const head = (BigInt(tick) << 160n) | (1n << 96n)
  let poolSlot = 0n
  const slots = new Map<bigint, bigint>()
  const read: BlockReader = async (calls) =>
    calls.map(({ data }) => {
      const args = `0x${data.slice(10)}` as Hex
      const count = Number(uintAt(args, 1))
      const requested = Array.from({ length: count }, (_, i) => uintAt(args, 2 + i))
      return encode(
        32n,
        BigInt(count),
        ...requested.map((slot) => (slot === poolSlot ? head : (slots.get(slot) ?? 0n))),
      )
    })
  const storage = { manager: sampleAddress(1), read }
  poolSlot = (await loadHeads([{ id }], storage))[0]!.poolSlot
  for (let word = -80; word <= 100; word += 1) {
    slots.set(getBitmapSlot(poolSlot, word), 2n ** 256n - 1n)
    for (let bit = 0; bit < 256; bit += 1)
      slots.set(getTickSlot(poolSlot, word * 256 + bit), (5n << 128n) | 5n)
  }
  const [state] = await loadStates([{ id, tickSpacing: 1 }], storage)
  expect(state?.tick).toBe(tick)
  expectNearest(state!.ticks, tick)
})

it('keeps the nearest ticks of an Algebra pool with too many', async () => {
  const tick = -4_321
  const read: BlockReader = async (calls) =>
    calls.map(({ data }) => {
      if (data === toFunctionSelector('tickTreeRoot()')) return encode(1n << 13n)
      const n = Number(intAt(`0x${data.slice(10)}`, 0))
      if (data.startsWith(toFunctionSelector('tickTreeSecondLayer(int16)')))
        return encode(n === 13 ? 2n ** 256n - 1n : 0n)
      if (data.startsWith(toFunctionSelector('tickTable(int16)'))) return encode(2n ** 256n - 1n)
      return encode(5n, 5n)
    })
  const [ticks] = await loadTree([{ address: sampleAddress(9), tick }], read)
  expectNearest(ticks!, tick)
})
