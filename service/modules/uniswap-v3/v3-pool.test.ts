import { concat, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { getCapacity } from '../core/curve.ts'
import type { Pool } from '../core/pool.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleV3Pool } from '../testing/sample-pools.ts'
import { MAX_TICK, MIN_TICK, sqrtPriceAtTick } from './tick-math.ts'
import type { LiquidityChange } from './ticks.ts'
import { pancakeSwapTopic, swapTopic } from './v3-pool.ts'
import { swapV3, type V3Order, type V3State } from './v3-swap.ts'

const wide = { lower: -60_000, upper: 60_000, delta: 10n ** 18n }
const narrow = { lower: -600, upper: 1_200, delta: 50n * 10n ** 18n }
const far = { lower: 30_000, upper: 36_000, delta: 10n ** 20n }
const create = () => sampleV3Pool({ tick: 0, positions: [wide, narrow, far] })

describePoolConformance('a pool of concentrated liquidity', create)
describePoolConformance('a pool of PancakeSwap V3', () =>
  sampleV3Pool({ tick: 0, positions: [wide, narrow, far] }, { fee: 2500, tickSpacing: 50 }),
)

describe('concentrated liquidity pool', () => {
  it('counts the gas of each crossed tick', () => {
    const near = create().exactInput(true, 10n ** 15n)!
    const beyond = create().exactInput(true, 3n * 10n ** 18n)!
    expect(beyond.gas).toBeGreaterThan(near.gas)
  })

  it('counts the gas of each bitmap word that a swap leaves, also in a gap', () => {
    const liquidity = 10n ** 18n
    const ranges = [
      { lower: -256, upper: 10, delta: liquidity },
      { lower: 5_000, upper: 5_120, delta: liquidity },
    ]
    const gap = sampleV3Pool({ tick: 0, positions: ranges }, { tickSpacing: 1 })
    const near = gap.exactInput(false, liquidity / 10_000n)!
    const beyond = gap.exactInput(false, liquidity / 500n)!
    expect(beyond.gas - near.gas).toBe(2 * 24_000 + 19 * 7_300)
  })

  it('takes one step per range if positions of dust lie at both ends of prices', () => {
    const dust = (liquidity: bigint) => [
      { lower: -1, upper: 1, delta: 1_000n },
      { lower: MIN_TICK, upper: MIN_TICK + 1, delta: liquidity },
      { lower: MAX_TICK - 1, upper: MAX_TICK, delta: liquidity },
    ]
    const full = [{ lower: MIN_TICK, upper: MAX_TICK, delta: 1n }]
    for (const positions of [dust(1n), dust(10n ** 30n), full]) {
      for (const zeroForOne of [true, false]) {
        expect(countSteps({ positions, zeroForOne, isInput: true, amount: 10n ** 27n })).toBeLessThan(20)
        expect(countSteps({ positions, zeroForOne, isInput: false, amount: 10n ** 27n })).toBeLessThan(20)
      }
    }
  })

  it('limits swaps and curves to prices with liquidity', () => {
    const positions = [{ lower: MIN_TICK, upper: MAX_TICK, delta: 10n ** 18n }]
    const pool = sampleV3Pool({ tick: 0, positions }, { tickSpacing: 1 })
    for (const zeroForOne of [true, false]) {
      const most = BigInt(Math.floor(getCapacity(pool.curve(zeroForOne)!)))
      expect(pool.exactInput(zeroForOne, (most * 999n) / 1_000n)).toBeDefined()
      expect(pool.exactInput(zeroForOne, (most * 1_001n) / 1_000n)).toBeUndefined()
      const amount = (most * 1_001n) / 1_000n
      expect(countSteps({ positions, zeroForOne, isInput: true, amount })).toBeLessThan(600)
    }
    const { starts } = pool.curve(true)!
    expect(starts.at(-1)).toBeGreaterThan(500)
  })

  it('rejects more than all its ranges hold', () => {
    expect(create().exactInput(true, 10n ** 24n)).toBeUndefined()
    expect(create().exactOutput(false, 10n ** 24n)).toBeUndefined()
  })

  it('skips a gap without liquidity', () => {
    const gap = sampleV3Pool({ tick: 0, positions: [narrow, far] })
    const swap = gap.exactInput(false, 10n ** 19n)!
    expect(swap.amountOut).toBeGreaterThan(0n)
    const price = swap.after().spot
    expect(price.numerator / price.denominator).toBeGreaterThanOrEqual(20n)
  })

  it('gives the same result for two consecutive swaps as for their sum', () => {
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
    ['PancakeSwap, whose logs have additional words', pancakeSwapTopic, [7n, 0n]],
  ] as const)('matches its log after a swap: %s', (_, topic, more) => {
    const pool = create()
    const swap = pool.exactInput(false, 4n * 10n ** 18n)!
    const after = swap.after()
    const words = [-swap.amountOut, swap.amountIn, ...getState(after), ...more]
    const data = concat(words.map((word) => numberToHex(BigInt.asUintN(256, word), { size: 32 })))
    const next = pool.advance({ address: pool.address, topics: [topic, '0x', '0x'], data })
    expect(next.fingerprint()).toBe(after.fingerprint())
    expect(next.fingerprint()).not.toBe(pool.fingerprint())
  })

  it('does not trade before it has a price', () => {
    const empty = sampleV3Pool({ tick: 0, positions: [] })
    expect(empty.isHealthy).toBe(false)
    expect(empty.exactInput(true, 1n)).toBeUndefined()
  })
})

/** Counts the prices of ticks that a swap computes in a pool of spacing 1 at tick 0. */
function countSteps({ positions, ...order }: V3Order & { positions: readonly LiquidityChange[] }): number {
  const [, , state] = sampleV3Pool({ tick: 0, positions }).record().args as [unknown, unknown, V3State]
  let steps = 0
  const sqrtPriceAt = (tick: number) => {
    steps += 1
    return sqrtPriceAtTick(tick)
  }
  swapV3({ fee: 100n, tickSpacing: 1, sqrtPriceAt }, state, order)
  return steps
}

/** Price, liquidity and tick as in a swap log. */
function getState(pool: Pool): [bigint, bigint, bigint] {
  const [, , state] = pool.record().args as [unknown, unknown, V3State]
  return [state.sqrtPrice, state.liquidity, BigInt(state.tick)]
}
