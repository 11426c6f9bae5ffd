import { concat, type Hex, numberToHex, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Pool } from '../core/pool.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleV3Pool } from '../testing/sample-pools.ts'
import { algebraBurnTopic, algebraSwapTopic, burnTopic, swapTopic } from '../uniswap-v3/v3-pool.ts'
import type { AlgebraState } from './algebra-pool.ts'
import { sampleAlgebraPool } from './testing/sample-algebra-pool.ts'

const wide = { lower: -60_000, upper: 60_000, delta: 10n ** 18n }
const narrow = { lower: -600, upper: 1_200, delta: 50n * 10n ** 18n }
const far = { lower: 30_000, upper: 36_000, delta: 10n ** 20n }
const positions = [wide, narrow, far]
const create = (params = {}) => sampleAlgebraPool({ tick: 0, positions }, params)
const SOLD = 4n * 10n ** 18n

const topicOf = (value: number): Hex => numberToHex(BigInt.asUintN(256, BigInt(value)), { size: 32 })
const dataOf = (...words: bigint[]): Hex =>
  concat(words.map((word) => numberToHex(BigInt.asUintN(256, word), { size: 32 })))

describePoolConformance('a pool of Algebra', create)

describe('Algebra pool', () => {
  it.each([
    ['of 1.2', algebraSwapTopic, [0n, 0n]],
    ['of other versions', swapTopic, []],
  ] as const)('matches its log after a swap: %s', (_, topic, more) => {
    const pool = create()
    const swap = pool.exactInput(false, SOLD)!
    const after = swap.after()
    const [, , state] = after.record().args as [unknown, unknown, AlgebraState]
    const { sqrtPrice, liquidity, tick } = state
    const data = dataOf(-swap.amountOut, swap.amountIn, sqrtPrice, liquidity, BigInt(tick), ...more)
    const next = pool.advance({ address: pool.address, topics: [topic, '0x', '0x'], data })
    expect(next.fingerprint()).toBe(after.fingerprint())
    expect(next.fingerprint()).not.toBe(pool.fingerprint())
  })

  it.each([
    ['of 1.2', algebraBurnTopic, [7n]],
    ['of other versions', burnTopic, []],
  ] as const)('removes the liquidity of a burn log: %s', (_, topic, more) => {
    const topics = [topic, topicOf(1), topicOf(narrow.lower), topicOf(narrow.upper)] as const
    const pool = create()
    const next = pool.advance({ address: pool.address, topics, data: dataOf(narrow.delta, 1n, 1n, ...more) })
    expect(next.fingerprint()).toBe(sampleAlgebraPool({ tick: 0, positions: [wide, far] }).fingerprint())
  })

  it('rounds only at initialized ticks, not at ends of words', () => {
    const same = sampleV3Pool({ tick: 0, positions: [wide] }, { fee: 500, tickSpacing: 10 })
    const pool = sampleAlgebraPool({ tick: 0, positions: [wide] })
    const [paused, whole] = [same, pool].map((each) => each.exactInput(false, SOLD)!.amountOut)
    expect(whole).not.toBe(paused)
    expect(Number(whole)).toBeCloseTo(Number(paused), -3)
  })

  it("changes its fee or waits for the plugin's fee as logs require, without a reload", () => {
    const tell = (pool: Pool, event: string, value: number) =>
      pool.advance({
        address: pool.address,
        topics: [toEventSelector(event)],
        data: dataOf(BigInt(value)),
      })
    const dearer = tell(create(), 'Fee(uint16)', 1_234)
    expect(dearer).toMatchObject({ fee: 1_234, isHealthy: true, watched: [] })
    expect(dearer.fingerprint()).toBe(create({ lastFee: 1_234 }).fingerprint())
    const moving = tell(dearer, 'PluginConfig(uint8)', 129)
    expect(moving).toMatchObject({ isHealthy: false, watched: [{ result: undefined }] })
    expect(moving.exactInput(true, SOLD)).toBeUndefined()
    expect(moving.withResult?.(topicOf(742))).toMatchObject({ fee: 742, isHealthy: true })
    expect(tell(moving, 'PluginConfig(uint8)', 0)).toMatchObject({ fee: 1_234, isHealthy: true, watched: [] })
    for (const pool of [dearer, moving]) expect(pool.isOutdated ?? false).toBe(false)
  })

  it('does not trade after a plugin took an additional fee, until its plugin changes', () => {
    const pool = create({ flags: 129, result: topicOf(742) })
    const swap = pool.exactInput(false, SOLD)
    const swapped = (of: Pool, pluginFee: bigint) => {
      const [, , state] = of.record().args as [unknown, unknown, AlgebraState]
      const { sqrtPrice, liquidity, tick } = state
      const data = dataOf(-1n, 1n, sqrtPrice, liquidity, BigInt(tick), 742n, pluginFee)
      return of.advance({ address: of.address, topics: [algebraSwapTopic, '0x', '0x'], data })
    }
    expect(swapped(pool, 0n).exactInput(false, SOLD)?.amountOut).toBe(swap?.amountOut)
    const charged = swapped(swapped(pool, 300n), 0n)
    expect(charged.isHealthy).toBe(false)
    expect(charged.exactInput(false, SOLD)).toBeUndefined()
    expect(charged.fingerprint()).toBe(pool.fingerprint())
    const topics = [toEventSelector('PluginConfig(uint8)')]
    const reset = charged.advance({ address: pool.address, topics, data: dataOf(129n) })
    expect(reset.withResult?.(topicOf(742))).toMatchObject({ fee: 742, isHealthy: true })
  })

  it('charges the fixed fee while its plugin is not called before swaps', () => {
    const pool = create({ lastFee: 900, flags: 128, result: topicOf(742) })
    expect(pool).toMatchObject({ fee: 900, isHealthy: true, watched: [] })
  })

  it('watches a dynamic fee and trades only while it is readable', () => {
    const result = topicOf(742)
    const results = create({ flags: 129, result })
    expect(results).toMatchObject({ fee: 742, isHealthy: true, watched: [{ to: results.address, result }] })
    const silent = create({ flags: 129 })
    expect(silent).toMatchObject({ isHealthy: false, watched: [{ result: undefined }] })
    expect(silent.curve(true)).toBeUndefined()
    expect(results.withResult?.(undefined)).toMatchObject({
      isHealthy: false,
      watched: [{ result: undefined }],
    })
  })
})
