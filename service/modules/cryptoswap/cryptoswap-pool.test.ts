import { toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { getCurve } from '../core/curve.ts'
import type { Pool } from '../core/pool.ts'
import { expectBounds, expectNoTrade } from '../testing/expect-limits.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { CODES } from './crypto-code.ts'
import { cryptoswapCurve } from './cryptoswap-curve.ts'
import { sampleCryptoswapPool } from './testing/sample-cryptoswap-pool.ts'

const E18 = 10n ** 18n
const TWO = { code: CODES['v2.0.0'][2], decimals: [18, 18] }
const even = {
  balances: [2_500_000n * E18 + 7n, 1_000n * E18 + 3n],
  priceScale: [E18, 2_500n * E18],
  amplification: 400_000n,
  gamma: 145_000_000_000_000n,
  ...{ midFee: 26_000_000n, outFee: 45_000_000n, feeGamma: 230_000_000_000_000n },
}
/** Maximum excess of a purchase: one step of the executor and one unit of the output. */
const FINE = { rounding: 10n ** 9n }
const COARSE = { rounding: 10n ** 13n }

const pairOf = (pool: Pool, n: number) => {
  const found = [pool, ...(pool.siblings ?? [])][n]
  if (!found) throw new Error('The pool has no such pair')
  return found
}

describePoolConformance('two coins of a CryptoSwap pool', () => sampleCryptoswapPool(even, TWO), FINE)
describePoolConformance(
  'two coins far from their price, whose fee falls as the price approaches',
  () => sampleCryptoswapPool({ ...even, balances: [900_000n * E18, 2_000n * E18] }, TWO),
  { rounding: 10n ** 15n },
)
describePoolConformance(
  'two pegged coins of the later code',
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
  // Its value may fall slightly, so that a purchase of few units succeeds where its sale does.
  () => pairOf(sampleCryptoswapPool({ virtualPrice: E18 - 10n ** 12n }), 2),
  COARSE,
)

const advance = (pool: Pool, event: string) =>
  pool.advance({ address: pool.address, topics: [toEventSelector(event)], data: '0x' })

describe('CryptoSwap pool', () => {
  it.each([
    'TokenExchange(address,uint256,uint256,uint256,uint256,uint256,uint256)',
    'AddLiquidity(address,uint256[2],uint256,uint256,uint256)',
    'AddLiquidity(address,uint256[3],uint256,uint256,uint256)',
    'RemoveLiquidity(address,uint256[2],uint256)',
    'RemoveLiquidity(address,uint256[3],uint256)',
    'RemoveLiquidityOne(address,uint256,uint256,uint256,uint256,uint256)',
    'RemoveLiquidityImbalance(address,uint256,uint256[2],uint256,uint256)',
    'NewParameters(uint256,uint256,uint256,uint256,uint256,uint256)',
    'NewParameters(uint256,uint256,uint256,uint256,uint256,uint256,uint256)',
    'RampAgamma(uint256,uint256,uint256,uint256,uint256,uint256)',
    'StopRampA(uint256,uint256,uint256)',
    'ClaimAdminFee(address,uint256)',
    'ClaimAdminFee(address,uint256[2])',
    'ClaimAdminFee(address,uint256[3])',
  ])('is reloaded after %s and does not trade before', (event) => {
    const pool = sampleCryptoswapPool()
    const next = advance(pool, event)
    expect(next.isOutdated).toBe(true)
    expect(next.isHealthy).toBe(false)
    expect(next.fingerprint()).not.toBe(pool.fingerprint())
  })

  it('ignores a transfer of its own token', () => {
    const pool = sampleCryptoswapPool()
    expect(advance(pool, 'Transfer(address,address,uint256)')).toBe(pool)
  })

  it('does not trade when it is empty, has unverified results, or has parameters that its math rejects', () => {
    const states = [
      { balances: [0n, 0n, 0n], invariant: 0n },
      { isProven: false },
      { isCovered: false },
      { supply: 0n },
      { isRamping: true, gamma: 0n },
      { gamma: 6n * 10n ** 16n },
      { amplification: 1n },
      { midFee: 10n ** 10n },
    ]
    for (const state of states) expectNoTrade(sampleCryptoswapPool(state))
  })

  it.each([40_000n, 70_000n, 100_000n, 40_000_000n])(
    'has a price and a curve with the minimum gamma and an amplification of %s, near and far from balance',
    (amplification) => {
      for (const share of [10n, 100n, 1_000n]) {
        const balances = even.balances.map((held, k) => (k === 0 ? (held * share) / 100n : held))
        const pool = sampleCryptoswapPool({ ...even, balances, amplification, gamma: 10n ** 10n }, TWO)
        expect(pool.isHealthy).toBe(true)
        for (const zeroForOne of [true, false]) {
          const amountIn = pool.depth[zeroForOne ? 0 : 1] / 10n ** 6n
          const { amountOut = 0n } = pool.exactInput(zeroForOne, amountIn) ?? {}
          const { numerator, denominator } = pool.spot
          const price = Number(numerator) / Number(denominator)
          const paid = Number(amountOut) / Number(amountIn) / (zeroForOne ? price : 1 / price)
          expect(paid).toBeGreaterThan(0.99)
          expect(paid).toBeLessThan(0.9975)
          const start = (pool.curve?.(zeroForOne)?.startPrice ?? 0) / (zeroForOne ? price : 1 / price)
          expect(start).toBeGreaterThan(0.995)
          expect(start).toBeLessThan(0.9975)
        }
      }
    },
  )

  it('does not trade if its balances and D yield a price of zero or less', () => {
    // Their product is just above the product of a balanced pool with this D, where the curve bends
    // the other way.
    const pool = sampleCryptoswapPool(
      {
        balances: [300_000n * E18, 838_900n * E18],
        ...{ priceScale: [E18, E18], invariant: 1_000_000n * E18, supply: 500_000n * E18 },
        ...{ amplification: 4_000n, gamma: 10n ** 16n },
      },
      { decimals: [18, 18], code: CODES['v2.1.0'][2] },
    )
    expectNoTrade(pool)
    expect(pool.spot.numerator).toBeGreaterThan(0n)
  })

  it.each([
    { gamma: 0n },
    { gamma: 2n ** 127n },
    { gamma: 2n ** 127n, amplification: 2n ** 127n },
    { priceScale: [E18, 1n] },
    { priceScale: [E18, 2n ** 255n] },
    { invariant: 0n },
    { invariant: 2n ** 255n },
    { feeGamma: 0n, midFee: 0n, outFee: 0n },
  ])('is loaded with any parameters and breaks no search: %o', (state) => {
    for (const code of [CODES['v2.0.0'][2], CODES['v2.1.0'][2]]) {
      const pool = sampleCryptoswapPool({ ...even, ...state }, { ...TWO, code })
      for (const zeroForOne of [true, false]) {
        getCurve(pool, zeroForOne)
        pool.exactInput(zeroForOne, 10n ** 15n)
        pool.exactOutput(zeroForOne, 10n ** 15n)
      }
      expect(pool.spot.denominator).toBeGreaterThan(0n)
    }
  })

  it.each([4, 7, 10])(
    'has the right slope of its price near balance with the minimum gamma and an amplification of %i',
    (a) => {
      const excess = 1e-6
      const balances = even.balances.map((_, k) => (k === 0 ? 2_500_002_500_000n * 10n ** 12n : 1_000n * E18))
      const params = { ...even, balances, amplification: BigInt(a) * 10_000n, gamma: 10n ** 10n }
      const { numerator, denominator } = sampleCryptoswapPool(params, TWO).spot
      const price = (Number(numerator) * 2_500) / Number(denominator)
      // The derivative of the invariant near balance.
      expect((1 - price) / excess).toBeCloseTo(1 / (1 + a / 2), 3)
    },
  )

  it('ends its curve when its rounds are spent, without changing the part before', () => {
    const market = {
      balances: [2_500_000, 2_500_000],
      amplification: 10,
      gamma: 1e-8,
      invariant: 5_000_000,
      ...{ midFee: 0.0005, outFee: 0.9, feeGamma: 0.1 },
      bounds: [50_000, 100_000_000] as const,
    }
    const [short, whole] = [100, undefined].map((rounds) =>
      cryptoswapCurve(market, [0, 1], { units: [1, 1], gas: 0, ...(rounds && { rounds }) }),
    )
    expect(short?.startPrice).toBe(whole?.startPrice)
    expect(short?.netIn.length).toBeLessThan(100)
    expect(short?.stock).toBeLessThan((whole?.stock ?? 0) / 2)
    expect(whole?.netIn.length).toBeGreaterThan(100)
  })

  it('refuses purchases with a fee above ten percent', () => {
    const fees = { midFee: 500_000_000n, feeGamma: E18 / 100n }
    const bought = [1_000_000_000n, 1_000_000_001n].map((outFee) =>
      sampleCryptoswapPool({ ...even, ...fees, outFee }, TWO).exactOutput(true, E18),
    )
    expect(bought.map(Boolean)).toEqual([true, false])
  })

  it('rejects amounts that overflow its contract or exceed its holdings', () => {
    expectBounds(sampleCryptoswapPool(), sampleCryptoswapPool({ balances: [5n * 10n ** 70n, 1n, 1n] }))
  })

  it('rejects a trade that would leave a hundredth of all, or bring no profit', () => {
    const pool = sampleCryptoswapPool(even, TWO)
    expect(pool.exactInput(true, 10n ** 25n)).toBeDefined()
    expect(pool.exactInput(true, 10n ** 27n)).toBeUndefined()
    expect(pool.exactInput(true, 1n)).toBeUndefined()
    expect(pool.exactOutput(false, 1n)).toBeUndefined()
  })

  it('can trade again after a trade, unless the trade may have moved its price scale', () => {
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

  it('updates another pair after a trade of the first', () => {
    const pool = sampleCryptoswapPool()
    const other = pairOf(pool, 1)
    const after = pool.exactInput(true, 100_000_000_000n)?.after(other)
    expect(after?.tokens).toEqual(other.tokens)
    expect(after?.depth[0]).toBe(pool.depth[0] + 100_000_000_000n)
    const [alone, later] = [other, after].map((one) => one?.exactInput(true, 10n ** 9n)?.amountOut ?? 0n)
    expect(later).toBeLessThan(alone ?? 0n)
  })

  it('requests an input that suffices and barely exceeds the minimum', () => {
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
      // One unit more than requested and one step of the executor.
      const margin = (swap.amountIn * 2n) / amountOut + swap.amountIn / 10n ** 7n + 1n
      expect(brings(swap.amountIn - margin)).toBeLessThan(amountOut)
      bought += 1
    }
    expect(bought).toBeGreaterThan(250)
  })
})
