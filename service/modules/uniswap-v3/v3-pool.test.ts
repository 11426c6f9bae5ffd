import { concat, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Pool } from '../core/pool.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleV3Pool } from '../testing/sample-pools.ts'
import { pancakeSwapTopic, swapTopic } from './v3-pool.ts'
import type { V3State } from './v3-swap.ts'

const wide = { lower: -60_000, upper: 60_000, delta: 10n ** 18n }
const narrow = { lower: -600, upper: 1_200, delta: 50n * 10n ** 18n }
const far = { lower: 30_000, upper: 36_000, delta: 10n ** 20n }
const create = () => sampleV3Pool({ tick: 0, positions: [wide, narrow, far] })

describePoolConformance('a pool of concentrated liquidity', create)
describePoolConformance('a pool of PancakeSwap V3', () =>
  sampleV3Pool({ tick: 0, positions: [wide, narrow, far] }, { fee: 2500, tickSpacing: 50 }),
)

describe('a pool of concentrated liquidity', () => {
  it('counts the gas of each tick it crosses', () => {
    const near = create().exactInput(true, 10n ** 15n)!
    const beyond = create().exactInput(true, 3n * 10n ** 18n)!
    expect(beyond.gas).toBeGreaterThan(near.gas)
  })

  it('refuses more than all its ranges hold', () => {
    expect(create().exactInput(true, 10n ** 24n)).toBeUndefined()
    expect(create().exactOutput(false, 10n ** 24n)).toBeUndefined()
  })

  it('passes over a gap without liquidity', () => {
    const gap = sampleV3Pool({ tick: 0, positions: [narrow, far] })
    const swap = gap.exactInput(false, 10n ** 19n)!
    expect(swap.amountOut).toBeGreaterThan(0n)
    const price = swap.after().spot
    expect(price.numerator / price.denominator).toBeGreaterThanOrEqual(20n)
  })

  it('trades on from where a swap has left it as if both were one', () => {
    const half = 10n ** 18n
    const first = create().exactInput(true, half)!
    const second = first.after().exactInput(true, half)!
    const whole = create().exactInput(true, 2n * half)!
    const difference = whole.amountOut - first.amountOut - second.amountOut
    expect(difference).toBeGreaterThanOrEqual(0n)
    expect(difference).toBeLessThanOrEqual(2n)
  })

  it.each([
    ['Uniswap', swapTopic, []],
    ['PancakeSwap, whose logs tell more', pancakeSwapTopic, [7n, 0n]],
  ] as const)('is after a swap where its log says: %s', (_, topic, more) => {
    const pool = create()
    const swap = pool.exactInput(false, 4n * 10n ** 18n)!
    const after = swap.after()
    const words = [-swap.amountOut, swap.amountIn, ...getState(after), ...more]
    const data = concat(words.map((word) => numberToHex(BigInt.asUintN(256, word), { size: 32 })))
    const next = pool.advance({ address: pool.address, topics: [topic, '0x', '0x'], data })
    expect(next.fingerprint()).toBe(after.fingerprint())
    expect(next.fingerprint()).not.toBe(pool.fingerprint())
  })

  it('cannot trade before it has a price', () => {
    const empty = sampleV3Pool({ tick: 0, positions: [] })
    expect(empty.isHealthy).toBe(false)
    expect(empty.exactInput(true, 1n)).toBeUndefined()
  })
})

/** Price, liquidity and tick, as a swap's log has them. */
function getState(pool: Pool): [bigint, bigint, bigint] {
  const [, , state] = pool.record().args as [unknown, unknown, V3State]
  return [state.sqrtPrice, state.liquidity, BigInt(state.tick)]
}
