import { describe, expect, it } from 'vitest'
import { createActiveMarket } from '../../../bench/active-market.ts'
import { createFill, getCurve } from '../../modules/core/curve.ts'
import { createMarkets } from '../market/market.ts'
import { getMaxGain } from '../optimize/bound.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { findBestPurchase, findBestRoute, getCost, getNet } from './find-best-route.ts'
import { optimalityGapBps } from './optimality-gap.ts'
import { MAX_LEGS, PRICE_WORK, solve } from './solve.ts'

const BLOCKS = 30
const PRICES = 8
const WEI_USD = 3_000 / 1e18
const GAS_PRICE_WEI = 2e9

const at = (gaps: readonly number[], share: number) =>
  gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * share)]

describe('the gap of a price, gas included, in the time that a price has', () => {
  it.each([
    // Four of five hold less than $300: so do all pools of some tokens.
    { size: 1_000, outOf: 1_000, most: 20 },
    { size: 10_000, outOf: 10_000, most: 20 },
    // Those that the defaults of a service keep in memory, and what a question loads besides.
    { size: 2_000, outOf: 30_000, most: 3 },
  ])(
    'is below 3 basis points nineteen times of twenty, over $size pools of $outOf',
    ({ size, outOf, most }) => {
      const { chain, snapshot, mine, ask } = createActiveMarket(size, { outOf })
      const getMarket = createMarkets()
      const [gaps, all]: [number[], number[]] = [[], []]
      for (let block = 0; block < BLOCKS; block += 1) {
        mine()
        for (let i = 0; i < PRICES; i += 1) {
          const solved = solve(ask(block + i).question, getMarket(chain, snapshot()))
          if (!solved) continue
          all.push(Number(solved.optimalityGapBps))
          if (!solved.surge.isExcessive) gaps.push(Number(solved.optimalityGapBps))
        }
      }
      expect(gaps.length).toBeGreaterThan(100)
      expect(at(gaps, 0.5)).toBeLessThan(1)
      expect(at(gaps, 0.95)).toBeLessThan(3)
      // Others lose a tenth or more: trades as large as the pools of a token, where the gas of one more pool is a part of it.
      expect(all.length).toBeGreaterThan((BLOCKS * PRICES * 97) / 100)
      expect(at(all, 0.9)).toBeLessThan(3)
      expect(at(all, 0.95)).toBeLessThan(most)
    },
  )

  it('is measured in a market in which no cycle pays its gas', () => {
    const { market, snapshot, mine } = createActiveMarket(10_000)
    for (let block = 0; block < BLOCKS; block += 1) mine()
    const { poolIndex } = snapshot()
    const fill = createFill()
    const gainUsd = market.pools.flatMap(({ address, tokens }) => {
      const prices = Float64Array.from(tokens, ({ priceUsd, decimals }) => priceUsd / 10 ** decimals)
      const pool = poolIndex
        .between(tokens[0].address, tokens[1].address)
        .find((one) => one.address === address)
      return [true, false].flatMap((zeroForOne) => {
        const curve = pool && getCurve(pool, zeroForOne)
        const [from, to] = zeroForOne ? [0, 1] : [1, 0]
        return curve
          ? [getMaxGain({ from, to, curve }, { prices, gasPrice: WEI_USD * GAS_PRICE_WEI }, fill)]
          : []
      })
    })
    // At the true prices each pool loses: so do all pools of a cycle together.
    expect(gainUsd.length).toBeGreaterThan(19_000)
    expect(Math.max(...gainUsd)).toBeLessThan(0)
  })

  it('is that for trades of all sizes where 1,000 pools trade 40 tokens for each other', () => {
    const gaps: number[] = []
    for (let seed = 1; seed <= 10; seed += 1) {
      const market = createRandomMarket({ seed, tokens: 40, pools: 1_000, gasShare: 1e-10 })
      for (const share of [0.001, 0.003, 0.01, 0.03, 0.1, 0.3]) {
        const sale = market.sale(share)
        const { route, bound } = findBestRoute(sale, { maxWork: PRICE_WORK, maxLegs: MAX_LEGS })!
        const missing = bound - Number(getNet(sale, route))
        gaps.push(Number(optimalityGapBps({ amount: route.amountOut, missing })))
      }
    }
    expect(at(gaps, 0.5)).toBeLessThan(1)
    expect(at(gaps, 0.95)).toBeLessThan(3)
  })

  it('is that of purchases, which take more gas of some pools', () => {
    const gaps: number[] = []
    for (let seed = 1; seed <= 20; seed += 1) {
      const market = createRandomMarket({ seed, tokens: 12, pools: 100, gasShare: 1e-10 })
      for (const share of [0.001, 0.01, 0.1]) {
        const { amountIn: _, ...query } = market.sale(share)
        const sold = findBestRoute(market.sale(share), { maxWork: PRICE_WORK, maxLegs: MAX_LEGS })!
        const purchase = { ...query, amountOut: sold.route.amountOut }
        const { route, bound } = findBestPurchase(purchase, { maxWork: PRICE_WORK, maxLegs: MAX_LEGS })!
        const missing = Number(getCost(purchase, route)) - bound
        gaps.push(Number(optimalityGapBps({ amount: route.amountIn, missing })))
      }
    }
    expect(at(gaps, 0.5)).toBeLessThan(1)
    expect(at(gaps, 0.95)).toBeLessThan(3)
  })
})
