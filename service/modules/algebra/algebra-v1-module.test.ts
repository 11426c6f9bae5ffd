import { concat, type Hex, numberToHex, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { BlockReader, ContractCall } from '../core/module.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { createAlgebraV1Module } from './algebra-v1-module.ts'

const module = createAlgebraV1Module({
  index: 10,
  kind: 'algebra-v1',
  module: 'algebra-v1',
  name: 'Algebra V1',
  factory: sampleAddress(0xfa),
  deployer: sampleAddress(0xde),
  initCodeHash: `0x${'1'.repeat(64)}`,
})
const words = (...values: bigint[]): Hex => concat(values.map((value) => numberToHex(value, { size: 32 })))
const identity = (n: number) =>
  ({
    address: sampleAddress(n),
    tokens: [sampleAddress(1), sampleAddress(2)],
    fee: 0,
    tickSpacing: 60,
  }) as const
const isFee = ({ code }: ContractCall) => code !== undefined

/** Pools with one tick at a price of 1. */
const results: Record<string, Hex> = {
  'globalState()': words(1n << 96n, 0n, 900n, 1n, 0n, 0n, 1n),
  'liquidity()': words(5n),
  'tickSpacing()': words(60n),
  'tickTable(int16)': words(0n),
  'ticks(int24)': words(5n, 5n),
}
const read =
  (changes: Record<string, Hex> = {}): BlockReader =>
  async (calls) =>
    calls.map((call) => {
      const { data } = call
      if (isFee(call)) return words(742n)
      if (data === `${toFunctionSelector('tickTable(int16)')}${'0'.repeat(64)}`) return words(1n)
      const name = Object.keys(results).find((one) => data.startsWith(toFunctionSelector(one)))
      return name ? { ...results, ...changes }[name] : undefined
    })

it('loads a pool at the current fee, not at the fee of its last swap', async () => {
  const [pool] = await module.load([identity(0x9a)], read())
  expect(pool).toMatchObject({ fee: 742, isHealthy: true })
  expect(pool?.fingerprint()).toBe(`${1n << 96n} 0 5 0:5:5 742`)
})

it.each([
  [
    'V1.9, with a fee for each direction',
    { 'globalState()': words(1n << 96n, 0n, 900n, 900n, 1n, 0n, 0n, 1n) },
  ],
  ['Integral', { 'globalState()': words(1n << 96n, 0n, 900n, 129n, 0n, 1n) }],
  ['a fork with another tick spacing', { 'tickSpacing()': words(1n) }],
])('skips a pool of %s', async (_, changes) => {
  expect(await module.load([identity(0x9a)], read(changes))).toEqual([])
})

it('loads the other pools beside one whose token fails requests, which does not trade', async () => {
  const pools = [identity(0x9a), identity(0x9b), identity(0x9c)]
  const isBad = (call: ContractCall) => isFee(call) && call.data.endsWith('9a')
  const loaded = await module.load(pools, async (calls) => {
    if (calls.some(isBad)) throw new Error('out of gas')
    return read()(calls)
  })
  expect(loaded.map(({ isHealthy }) => isHealthy)).toEqual([false, true, true])
})
