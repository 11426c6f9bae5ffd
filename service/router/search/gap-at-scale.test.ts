import { describe, expect, it } from 'vitest'
import { createFill, getCurve } from '../../modules/core/curve.ts'
import { createMarkets } from '../market/market.ts'
import { getMaxGain } from '../optimize/network/bound.ts'
import { createActiveMarket } from '../testing/active-market.ts'
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

describe("the optimality gap of a price with gas, within a price's limit of work", () => {
  it.each([
    // Four of five pools hold less than $300, including all pools of some tokens.
    { size: 1_000, outOf: 1_000, most: 20 },
    { size: 10_000, outOf: 10_000, most: 20 },
    // The pools that a service holds in memory by default, plus the pools loaded for one request.
    { size: 2_000, outOf: 30_000, most: 3 },
  ])(
    'is below 3 basis points in 95 % of trades with $size of $outOf pools in memory',
    ({ size, outOf, most }) => {
      const { chain, snapshot, mine, ask } = createActiveMarket(size, { outOf })
      const getMarket = createMarkets()
      const [gaps, all]: [number[], number[]] = [[], []]
      for (let block = 0; block < BLOCKS; block += 1) {
        mine()
        for (let i = 0; i < PRICES; i += 1) {
          const solved = solve(ask(block + i).searchRequest, getMarket(chain, snapshot()))
          if (!solved) continue
          all.push(Number(solved.optimalityGapBps))
          if (!solved.surge.isExcessive) gaps.push(Number(solved.optimalityGapBps))
        }
      }
      expect(gaps.length).toBeGreaterThan(100)
      expect(at(gaps, 0.5)).toBeLessThan(1)
      expect(at(gaps, 0.95)).toBeLessThan(3)
      // The other trades lose a tenth or more. They are as large as the token's pools, and one more
      // pool's gas is a considerable part of them.
      expect(all.length).toBeGreaterThan((BLOCKS * PRICES * 97) / 100)
      expect(at(all, 0.9)).toBeLessThan(3)
      expect(at(all, 0.95)).toBeLessThan(most)
    },
  )

  it('is measured in a market without a cycle that pays for its gas', () => {
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
    // At the true prices each pool loses, and therefore every cycle does.
    expect(gainUsd.length).toBeGreaterThan(19_000)
    expect(Math.max(...gainUsd)).toBeLessThan(0)
  })

  it('is as small for trades of all sizes with 1,000 pools among 40 tokens', () => {
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

  it('is as small for purchases, which use more gas in some pools', () => {
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
