import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../devnet/random.ts'
import type { Pool } from '../core/pool.ts'
import { expectBounds, expectNoTrade } from '../testing/expect-limits.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleCryptoswapPool } from '../testing/sample-pools.ts'
import { CODES } from './crypto-code.ts'
import { outdatingTopics } from './cryptoswap-pool.ts'

const E18 = 10n ** 18n
const TWO = { code: CODES['v2.0.0'][2], decimals: [18, 18] }
const even = {
  balances: [2_500_000n * E18 + 7n, 1_000n * E18 + 3n],
  priceScale: [E18, 2_500n * E18],
  amplification: 400_000n,
  gamma: 145_000_000_000_000n,
  ...{ midFee: 26_000_000n, outFee: 45_000_000n, feeGamma: 230_000_000_000_000n },
}
/** What a purchase may take beyond the least: a step of the executor, and a unit of what is bought. */
const FINE = { rounding: 10n ** 9n }
const COARSE = { rounding: 10n ** 13n }

const pairOf = (pool: Pool, n: number) => {
  const found = [pool, ...(pool.siblings ?? [])][n]
  if (!found) throw new Error('It has no such pair')
  return found
}

describePoolConformance('two coins of a CryptoSwap pool', () => sampleCryptoswapPool(even, TWO), FINE)
describePoolConformance(
  'two coins far from their price, whose fee falls as they come nearer',
  () => sampleCryptoswapPool({ ...even, balances: [900_000n * E18, 2_000n * E18] }, TWO),
  { rounding: 10n ** 15n },
)
describePoolConformance(
  'two coins with the amplification of pegged ones, of the later code',
  () =>
    sampleCryptoswapPool(
      { ...even, amplification: 20_000_000n, gamma: 2n * 10n ** 16n },
      { ...TWO, code: CODES['v2.1.0'][2] },
    ),
  FINE,
)
describePoolConformance('the first two of three coins', () => sampleCryptoswapPool(), { rounding: 1_000n })
describePoolConformance(
  'the last two of three coins',
  // Its value may fall a little: a purchase of few units is not refused where a sale for them, of a little more, is not.
  () => pairOf(sampleCryptoswapPool({ virtualPrice: E18 - 10n ** 12n }), 2),
  COARSE,
)

describe('a CryptoSwap pool', () => {
  it('is read anew after what changes it, and does not trade before', () => {
    const pool = sampleCryptoswapPool()
    for (const topic of outdatingTopics) {
      const next = pool.advance({ address: pool.address, topics: [topic], data: '0x' })
      expect(next.isOutdated).toBe(true)
      expect(next.isHealthy).toBe(false)
      expect(next.fingerprint()).not.toBe(pool.fingerprint())
    }
  })

  it('does not trade when it is empty, was not seen to answer as told, or has parameters that its math refuses', () => {
    const states = [
      { balances: [0n, 0n, 0n], invariant: 0n },
      { isProven: false },
      { supply: 0n },
      { isRamping: true, gamma: 0n },
      { gamma: 6n * 10n ** 16n },
      { amplification: 1n },
      { midFee: 10n ** 10n },
    ]
    for (const state of states) expectNoTrade(sampleCryptoswapPool(state))
  })

  it('refuses amounts with which its contract would overflow, and more than it has', () => {
    expectBounds(sampleCryptoswapPool(), sampleCryptoswapPool({ balances: [5n * 10n ** 70n, 1n, 1n] }))
  })

  it('refuses what would leave it a hundredth of all, or bring it nothing', () => {
    const pool = sampleCryptoswapPool(even, TWO)
    expect(pool.exactInput(true, 10n ** 25n)).toBeDefined()
    expect(pool.exactInput(true, 10n ** 27n)).toBeUndefined()
    expect(pool.exactInput(true, 1n)).toBeUndefined()
    expect(pool.exactOutput(false, 1n)).toBeUndefined()
  })

  it('is traded again after a trade, but where that may have moved its price scale', () => {
    const profitable = { ...even, allowedProfit: 0n, profit: E18 - 10n ** 12n }
    const sell = (state: Parameters<typeof sampleCryptoswapPool>[0]) =>
      sampleCryptoswapPool(state, TWO)
        .exactInput(true, 10_000n * E18)
        ?.after()
    expect(sell(profitable)?.isHealthy).toBe(true)
    const moved = sell({ ...profitable, isSteady: false })
    expect(moved?.isHealthy).toBe(false)
    expect(moved?.exactInput(true, E18)).toBeUndefined()
    expect(sell({ ...even, isSteady: false, allowedProfit: E18 })?.isHealthy).toBe(true)
  })

  it('tells another pair what a trade of the first has left', () => {
    const pool = sampleCryptoswapPool()
    const other = pairOf(pool, 1)
    const after = pool.exactInput(true, 100_000_000_000n)?.after(other)
    expect(after?.tokens).toEqual(other.tokens)
    expect(after?.depth[0]).toBe(pool.depth[0] + 100_000_000_000n)
    const [alone, later] = [other, after].map((one) => one?.exactInput(true, 10n ** 9n)?.amountOut ?? 0n)
    expect(later).toBeLessThan(alone ?? 0n)
  })

  it('asks for what brings enough, and little more than the least', () => {
    const random = createRandom(29)
    const draw = (from: number, to: number) => BigInt(Math.floor(10 ** (from + random.next() * (to - from))))
    let bought = 0
    for (let i = 0; i < 300; i += 1) {
      const isTwo = random.next() < 0.5
      const balances = isTwo
        ? [draw(24, 25), draw(20.8, 21.2)]
        : [draw(12.3, 13), draw(9.5, 10.1), draw(21, 21.6)]
      const fees = { midFee: draw(6, 7.5), outFee: draw(7.5, 8.5), feeGamma: draw(13, 17) }
      const pool = isTwo
        ? sampleCryptoswapPool({ ...even, ...fees, balances }, TWO)
        : pairOf(sampleCryptoswapPool({ ...fees, balances }), i % 3)
      const zeroForOne = random.next() < 0.5
      const amountOut = (pool.depth[zeroForOne ? 1 : 0] * draw(4, 8.7)) / 10n ** 9n
      const swap = pool.exactOutput(zeroForOne, amountOut)
      if (!swap) continue
      const brings = (amountIn: bigint) => pool.exactInput(zeroForOne, amountIn)?.amountOut ?? 0n
      expect(brings(swap.amountIn)).toBeGreaterThanOrEqual(amountOut)
      // A unit more than is asked for, and a step of the executor.
      const margin = (swap.amountIn * 2n) / amountOut + swap.amountIn / 10n ** 7n + 1n
      expect(brings(swap.amountIn - margin)).toBeLessThan(amountOut)
      bought += 1
    }
    expect(bought).toBeGreaterThan(250)
  })
})
