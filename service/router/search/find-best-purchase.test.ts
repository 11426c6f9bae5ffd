import { describe, expect, it } from 'vitest'
import { maxBigInt } from '../../../wire/lib/amount.ts'
import type { BuyQuery } from '../paths/find-cheapest-path.ts'
import { type SwapPath, WHOLE_PORTION } from '../paths/route.ts'
import { tradeShares } from '../quote/trade-shares.ts'
import { buyByGrid } from '../testing/grid-router.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { type BestRoute, findBestPurchase, findBestRoute, getCost } from './find-best-route.ts'

const BUDGET = { maxWork: 60_000, maxLegs: 64 }
const SIZES = [0.001, 0.01, 0.1, 0.3, 1]
const GAS = 1e-11

const getMarket = (seed: number, gasShare = 0) =>
  createRandomMarket({ seed, tokens: 4 + (seed % 8), pools: 20 + (seed % 40), gasShare })

/** Returns a purchase of the output of the best sale of this size. */
function getPurchase(seed: number, gasShare = 0): BuyQuery {
  const { amountIn, ...query } = getMarket(seed, gasShare).sale(SIZES[seed % SIZES.length] ?? 1)
  return { ...query, amountOut: findBestRoute({ ...query, amountIn }, BUDGET)?.route.amountOut ?? amountIn }
}

function solved(query: BuyQuery): BestRoute {
  const found = findBestPurchase(query, BUDGET)
  if (!found) throw new Error('No route for the purchase')
  return found
}

describe('findBestPurchase', () => {
  it('costs at most a basis point more than the bound with stable, weighted and Solidly pools', () => {
    const gaps: number[] = []
    for (const share of [0.3, 3]) {
      for (let seed = 1; seed <= 17; seed += 1) {
        const { amountIn, ...query } = createRandomMarket({
          seed,
          tokens: 8,
          pools: 30,
          mixedTokens: 2,
        }).sale(share)
        const { amountOut } = findBestRoute({ ...query, amountIn }, BUDGET)!.route
        const found = findBestPurchase({ ...query, amountOut }, BUDGET)
        // Weighted pools round against a purchase more than against a sale.
        if (found) gaps.push((Number(found.route.amountIn) / found.bound - 1) * 1e4)
      }
    }
    expect(gaps.length).toBeGreaterThan(30)
    expect(Math.max(...gaps)).toBeLessThan(1)
  })

  it('costs at most a basis point more than the bound if stable pools connect many prices', () => {
    const { amountIn, ...query } = createRandomMarket({
      seed: 36,
      tokens: 8,
      pools: 30,
      mixedTokens: 2,
    }).sale(0.3)
    const { amountOut } = findBestRoute({ ...query, amountIn }, BUDGET)!.route
    const { route, bound } = findBestPurchase({ ...query, amountOut }, BUDGET)!
    expect(Number(route.amountIn) / bound - 1).toBeLessThan(1e-4)
    expect(Number(route.amountIn) / Number(amountIn)).toBeCloseTo(1, 4)
  })

  it.each([2, 21, 26, 39])('includes the extra input of pools for an exact output (market %d)', (seed) => {
    const market = createRandomMarket({ seed, tokens: 12, pools: 100, mixedTokens: 2, gasShare: 1e-10 })
    const { amountIn, ...query } = market.sale(0.1)
    const { amountOut } = findBestRoute({ ...query, amountIn }, BUDGET)!.route
    const purchase = { ...query, amountOut }
    const { route } = findBestPurchase(purchase, BUDGET)!
    expect(getCost(purchase, route)).toBeLessThanOrEqual(buyByGrid(purchase)!)
  })

  it('costs within a basis point of the lower bound in 95 % of markets', () => {
    const gaps: number[] = []
    for (let seed = 0; seed < 200; seed += 1) {
      const { route, bound } = solved(getPurchase(seed))
      gaps.push((Number(route.amountIn) / bound - 1) * 1e4)
    }
    gaps.sort((a, b) => a - b)
    expect(gaps[100]).toBeLessThan(0.01)
    expect(gaps[190]).toBeLessThan(1)
    expect(gaps[0]).toBeGreaterThan(-1e-8)
  })

  it('costs with gas within three basis points of the lower bound in 95 % of markets', () => {
    const gaps: number[] = []
    for (let seed = 0; seed < 100; seed += 1) {
      const query = getPurchase(seed, GAS)
      const { route, bound } = solved(query)
      gaps.push(((Number(getCost(query, route)) - bound) / Number(route.amountIn)) * 1e4)
    }
    gaps.sort((a, b) => a - b)
    expect(gaps[94]).toBeLessThan(3)
  })

  it('costs with gas at most as much as the cheapest single path, and at least its bound', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const query = getPurchase(seed, seed % 2 === 0 ? 0 : GAS)
      const { route, singlePath, bound } = solved(query)
      if (singlePath) expect(getCost(query, route)).toBeLessThanOrEqual(getCost(query, singlePath))
      expect(Number(getCost(query, route))).toBeGreaterThanOrEqual(bound * (1 - 1e-12))
    }
  })

  it('costs the input of a sale with the same output', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const { amountIn, ...query } = getMarket(seed).sale(SIZES[seed % SIZES.length] ?? 1)
      const sale = findBestRoute({ ...query, amountIn }, BUDGET)!
      const { route } = solved({ ...query, amountOut: sale.route.amountOut })
      expect(Number(route.amountIn) / Number(amountIn)).toBeCloseTo(1, 4)
    }
  })

  it('returns executable steps: each pool once, portions of the needed amount, without a remainder', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const query = getPurchase(seed, seed % 2 === 0 ? 0 : GAS)
      const { route } = solved(query)
      expect(new Set(route.steps.map(({ pool }) => pool.address)).size).toBe(route.steps.length)
      expect(executed(route, query)).toEqual({ cost: route.amountIn, needed: 0n })
      expect(route.amountOut).toBe(query.amountOut)
    }
  })

  it('uses fewer pools at a high gas price, and at most the limit', () => {
    const query = (gasShare: number): BuyQuery => {
      const { amountIn: _, ...sale } = createRandomMarket({ seed: 5, tokens: 8, pools: 60, gasShare }).sale(1)
      return { ...sale, amountOut: 10n ** 21n }
    }
    const pools = (gasShare: number, maxLegs = 64) =>
      findBestPurchase(query(gasShare), { ...BUDGET, maxLegs })!.route.steps.length
    expect(pools(0)).toBeGreaterThan(5)
    expect(pools(1e-8)).toBeLessThan(pools(0))
    expect(pools(0, 5)).toBeLessThanOrEqual(5)
  })

  it('counts the data of each pool like gas', () => {
    let fewer = 0
    for (let seed = 0; seed < 30; seed += 1) {
      const plain = getPurchase(seed, GAS)
      const query = { ...plain, stepDataGas: 1_000_000 }
      const { route, singlePath } = solved(query)
      const before = solved(plain).route
      expect(getCost(query, route)).toBeLessThanOrEqual(getCost(query, before))
      if (singlePath) expect(getCost(query, route)).toBeLessThanOrEqual(getCost(query, singlePath))
      if (route.steps.length < before.steps.length) fewer += 1
    }
    expect(fewer).toBeGreaterThan(5)
  })

  it('returns a route without any work for improvement', () => {
    expect(findBestPurchase(getPurchase(4, GAS), { maxWork: 0, maxLegs: 64 })).toBeDefined()
  })

  it("has shares that describe each leg's part of the trade", () => {
    const { route } = solved(getPurchase(9))
    const shares = tradeShares(route)
    const first = route.steps.map(({ tokenIn }, i) =>
      tokenIn === route.steps[0]?.tokenIn ? (shares[i] ?? 0) : 0,
    )
    const total = first.reduce((sum, share) => sum + share, 0)
    expect(Math.abs(total - 10_000)).toBeLessThanOrEqual(route.steps.length)
  })

  it('buys more than any single pool has, and returns undefined above the total liquidity', () => {
    const { amountIn: _, ...query } = createRandomMarket({ seed: 5, tokens: 2, pools: 30 }).sale(1)
    const stocks = query
      .edges(query.tokenIn, query.tokenOut)
      .map(({ pool, zeroForOne }) => pool.depth[zeroForOne ? 1 : 0])
    const most = stocks.reduce(maxBigInt)
    expect(findBestPurchase({ ...query, amountOut: most }, BUDGET)).toBeDefined()
    expect(findBestPurchase({ ...query, amountOut: 2n ** 150n }, BUDGET)).toBeUndefined()
  })
})

/** Computes the executor's amounts independently of the search. */
function executed({ steps }: SwapPath, { tokenIn, tokenOut, amountOut }: BuyQuery) {
  const needed = new Map([[tokenOut, amountOut]])
  let cost = 0n
  for (const { pool, zeroForOne, portion, tokenIn: sold, tokenOut: bought } of steps.toReversed()) {
    const all = needed.get(bought) ?? 0n
    const amount = portion === WHOLE_PORTION ? all : (all * portion) / (2n ** 64n - 1n)
    const price = pool.exactOutput(zeroForOne, amount)!.amountIn
    needed.set(bought, all - amount)
    if (sold === tokenIn) cost += price
    else needed.set(sold, (needed.get(sold) ?? 0n) + price)
  }
  return { cost, needed: [...needed.values()].reduce((sum, amount) => sum + amount, 0n) }
}
