import { describe, expect, it } from 'vitest'
import { findBestPurchase, findBestRoute } from './find-best-route.ts'
import type { BuyQuery } from './find-cheapest-path.ts'
import { costOf } from './optimise/find-buy-split.ts'
import { createRandomMarket } from './testing/random-market.ts'
import { tradeShares } from './trade-shares.ts'

const BUDGET = { ms: 1_000, maxLegs: 64 }
const SIZES = [0.001, 0.01, 0.1, 0.3]

const marketOf = (seed: number, gasShare = 0) =>
  createRandomMarket({ seed, tokens: 4 + (seed % 8), pools: 20 + (seed % 40), gasShare })

/** Buys what the best sale of the same size would pay. */
function purchaseOf(seed: number, gasShare = 0): BuyQuery {
  const { amountIn, ...query } = marketOf(seed, gasShare).sale(SIZES[seed % SIZES.length] ?? 0.1)
  return {
    ...query,
    amountOut: findBestRoute({ ...query, amountIn }, BUDGET)?.singlePath?.amountOut ?? amountIn,
  }
}

describe('the best purchase', () => {
  it('never costs more, gas included, than the cheapest single path, nor less than its bound', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const query = purchaseOf(seed, seed % 2 === 0 ? 0 : 1e-11)
      const { route, singlePath, bound } = findBestPurchase(query, BUDGET)!
      if (singlePath) expect(costOf(query, route)).toBeLessThanOrEqual(costOf(query, singlePath))
      expect(Number(costOf(query, route))).toBeGreaterThanOrEqual(bound * (1 - 1e-12))
    }
  })

  it('costs no more than selling the same, but for the ways that cannot share a pool', () => {
    const excess: number[] = []
    for (let seed = 0; seed < 100; seed += 1) {
      const query = purchaseOf(seed)
      const { route, bound } = findBestPurchase(query, BUDGET)!
      excess.push((Number(route.amountIn) / bound - 1) * 1e4)
    }
    excess.sort((a, b) => a - b)
    expect(excess[50]).toBeLessThan(3)
    expect(excess[95]).toBeLessThan(60)
  })

  it('is what the executor would do: ways that share no pool, each bought from its end', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const query = purchaseOf(seed)
      const { route } = findBestPurchase(query, BUDGET)!
      const paths = route.paths ?? []
      expect(paths.length).toBeGreaterThan(0)
      expect(new Set(route.steps.map(({ pool }) => pool.address)).size).toBe(route.steps.length)
      let paid = 0n
      for (const { amountOut, steps } of paths) {
        let wanted = amountOut
        for (const { pool, zeroForOne } of steps.toReversed()) {
          wanted = pool.exactOutput(zeroForOne, wanted)!.amountIn
        }
        expect(steps[0]?.tokenIn).toBe(query.tokenIn)
        expect(steps.at(-1)?.tokenOut).toBe(query.tokenOut)
        paid += wanted
      }
      expect(paid).toBe(route.amountIn)
      expect(paths.reduce((sum, { amountOut }) => sum + amountOut, 0n)).toBe(query.amountOut)
    }
  })

  it('tells which share of the trade each leg carries', () => {
    const { route } = findBestPurchase(purchaseOf(7), BUDGET)!
    const shares = tradeShares(route)
    const first = route.steps.map(({ tokenIn }, i) =>
      tokenIn === route.steps[0]?.tokenIn ? (shares[i] ?? 0) : 0,
    )
    expect(Math.abs(first.reduce((sum, share) => sum + share, 0) - 10_000)).toBeLessThanOrEqual(12)
  })

  it('does not exist where there is not as much', () => {
    expect(findBestPurchase({ ...purchaseOf(1), amountOut: 2n ** 150n }, BUDGET)).toBeUndefined()
  })
})
