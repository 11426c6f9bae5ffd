import { concat, type Hex, numberToHex, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import type { BlockReader, ContractCall } from '../core/module.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { MAX_TICKS } from '../uniswap-v3/ticks.ts'
import { createAlgebraModule } from './algebra-module.ts'

const module = createAlgebraModule({
  index: 10,
  kind: 'algebra',
  module: 'algebra',
  name: 'Algebra',
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
    tickSpacing: 0,
  }) as const

/**
 * Pools with one tick at a price of 1, whose plugin sets the fee. Undefined stands for a failed
 * call.
 */
const results: Record<string, Hex | undefined> = {
  'globalState()': words(1n << 96n, 0n, 900n, 129n, 0n, 1n),
  'liquidity()': words(5n),
  'fee()': words(742n),
  'getPluginFeePending()': undefined,
  'tickTreeRoot()': words(1n << 13n),
  'tickTreeSecondLayer(int16)': words(1n << 138n),
  'tickTable(int16)': words(1n),
  'ticks(int24)': words(5n, 5n, 0n, 0n, 0n, 0n),
}
const read =
  (changes: Partial<typeof results> = {}): BlockReader =>
  async (calls) =>
    calls.map(({ data }) => {
      const name = Object.keys(results).find((one) => data.startsWith(toFunctionSelector(one)))
      return name ? { ...results, ...changes }[name] : undefined
    })

it('loads the other pools beside one whose plugin fails requests, which does not trade', async () => {
  const pools = [identity(0x9a), identity(0x9b), identity(0x9c)]
  const isBad = ({ to, data }: ContractCall) =>
    to === pools[0]?.address && data === toFunctionSelector('fee()')
  const loaded = await module.load(pools, async (calls) => {
    if (calls.some(isBad)) throw new Error('out of gas')
    return read()(calls)
  })
  expect(loaded.map(({ isHealthy }) => isHealthy)).toEqual([false, true, true])
})

it('loads a tradable pool unless its plugin has pending additional fees', async () => {
  const load = async (pending: Hex | undefined) =>
    (await module.load([identity(0x9a)], read({ 'getPluginFeePending()': pending })))[0]
  for (const pending of [undefined, words(0n, 0n)]) {
    expect(await load(pending)).toMatchObject({ fee: 742, isHealthy: true })
  }
  for (const pending of [words(1n, 0n), words(0n, 1n)]) {
    expect(await load(pending)).toMatchObject({ isHealthy: false })
  }
})

it('keeps the nearest ticks of a pool with too many, which trades like the others', async () => {
  const [full, other] = [identity(0x9a), identity(0x9b)]
  const all = words(2n ** 256n - 1n)
  let callCount = 0
  const reader: BlockReader = async (calls) => {
    const name = (one: string, { data }: ContractCall) => data.startsWith(toFunctionSelector(one))
    callCount += calls.filter((call) => call.to === full.address && name('ticks(int24)', call)).length
    const original = await read()(calls)
    return calls.map((call, i) => {
      if (call.to !== full.address) return original[i]
      return name('tickTreeSecondLayer(int16)', call) || name('tickTable(int16)', call) ? all : original[i]
    })
  }
  const loaded = await module.load([full, other], reader)
  expect(loaded.map(({ isHealthy }) => isHealthy)).toEqual([true, true])
  // The tree is read in whole words on both sides of the price.
  expect(callCount).toBeGreaterThanOrEqual(MAX_TICKS)
  expect(callCount).toBeLessThanOrEqual(MAX_TICKS + 3 * 256)
})

it('makes about as many calls for a pool of a hundred ticks as the load queue expects', async () => {
  let callCount = 0
  const reader: BlockReader = async (calls) => {
    callCount += calls.length
    return read({
      'tickTreeRoot()': words(0b11n << 13n),
      'tickTreeSecondLayer(int16)': words((2n ** 25n - 1n) << 100n),
      'tickTable(int16)': words(0b101n),
    })(calls)
  }
  await module.load([identity(0x9a)], reader)
  expect(Math.abs(callCount - (module.callsPerPool ?? 0))).toBeLessThan(10)
})

it('identifies the single pool of a pair like its log', () => {
  const pair = [sampleAddress(1), sampleAddress(2)] as const
  const [candidate, ...more] = module.listCandidates?.([pair], []) ?? []
  if (!candidate) throw new Error('The pool was not found')
  expect(more).toEqual([])
  const [lower, higher] = pair.map((token) => words(BigInt(token)))
  const topics = [module.createdTopic, lower ?? '0x', higher ?? '0x']
  const log = { address: module.factory, topics, data: words(BigInt(candidate.address)) }
  expect(module.identify(log)).toEqual(candidate)
})
