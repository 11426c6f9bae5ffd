import { describe, expect, it } from 'vitest'
import type { Pool } from '../../../modules/core/pool.ts'
import { sampleAddress, sampleV3Pool } from '../../../modules/testing/sample-pools.ts'
import type { PathQuery } from '../../paths/find-path.ts'
import { findBestPurchase, findBestRoute, getCost, getNet } from '../../search/find-best-route.ts'
import { edgesBetween } from '../../testing/edges-between.ts'
import { createRandomMarket, type RandomMarket } from '../../testing/random-market.ts'

const BUDGET = { maxWork: 60_000, maxLegs: 64 }
const MOST_POOLS = 4
const SIZES = [0.0003, 0.001, 0.003, 0.01]

const getMarket = (seed: number) =>
  createRandomMarket({ seed, tokens: 4, pools: 8 + (seed % 3), gasShare: 1e-10 })
const getSale = (market: RandomMarket, seed: number) => market.sale(SIZES[seed % SIZES.length] ?? 1)

/** The query with each set of few pools in turn. */
function overFewPools<Query extends Omit<PathQuery, 'amountIn'>>(
  market: RandomMarket,
  query: Query,
): Query[] {
  const sets: Pool[][] = [[]]
  for (const pool of market.pools) {
    for (const set of [...sets]) if (set.length < MOST_POOLS) sets.push([...set, pool])
  }
  return sets.map((pools) => ({ ...query, edges: edgesBetween(pools) }))
}

const gapBps = (missing: number, amount: bigint) => (missing / Number(amount)) * 1e4

describe('the bound of a small trade, by cases', () => {
  it('is exceeded by no sale over any few pools, and near to the best of them', () => {
    const gaps: number[] = []
    for (let seed = 0; seed < 24; seed += 1) {
      const market = getMarket(seed)
      const sale = getSale(market, seed)
      const found = findBestRoute(sale, BUDGET)
      if (!found) continue
      const nets = overFewPools(market, sale).flatMap((query) => {
        const one = findBestRoute(query, { ...BUDGET, isUnbounded: true })
        return one ? [Number(getNet(query, one.route))] : []
      })
      const best = Math.max(...nets)
      expect(found.bound * (1 + 1e-12), `seed ${seed}`).toBeGreaterThanOrEqual(best)
      expect(Number(getNet(sale, found.route)) * (1 + 1e-9), `seed ${seed}`).toBeGreaterThanOrEqual(best)
      gaps.push(gapBps(found.bound - best, found.route.amountOut))
    }
    gaps.sort((a, b) => a - b)
    expect(gaps.length).toBeGreaterThan(20)
    expect(gaps[Math.floor(gaps.length * 0.9)]).toBeLessThan(1)
  })

  it('is undercut by no purchase over any few pools', () => {
    for (let seed = 0; seed < 12; seed += 1) {
      const market = getMarket(seed)
      const { amountIn, ...query } = getSale(market, seed)
      const sold = findBestRoute({ ...query, amountIn }, BUDGET)
      if (!sold) continue
      const purchase = { ...query, amountOut: sold.route.amountOut }
      const found = findBestPurchase(purchase, BUDGET)!
      const costs = overFewPools(market, purchase).flatMap((some) => {
        const one = findBestPurchase(some, { ...BUDGET, isUnbounded: true })
        return one ? [Number(getCost(some, one.route))] : []
      })
      expect(found.bound * (1 - 1e-12), `seed ${seed}`).toBeLessThanOrEqual(Math.min(...costs))
    }
  })

  it('counts the gas of ticks that a trade crosses', () => {
    const tokens = [sampleAddress(0xa1), sampleAddress(0xa2)] as const
    const positions = Array.from({ length: 20 }, (_, i) => ({
      lower: -60 * (i + 1),
      upper: 60 * (i + 1),
      delta: 10n ** 19n,
    }))
    const pool = sampleV3Pool({ tick: 0, positions }, { n: 1, tokens, fee: 3000, tickSpacing: 60 })
    const sale: PathQuery = {
      tokenIn: tokens[0],
      tokenOut: tokens[1],
      via: tokens,
      amountIn: 3n * 10n ** 18n,
      edges: edgesBetween([pool]),
      gasCost: (_, gas) => BigInt(Math.ceil(gas * 1e10)),
    }
    const { route, bound } = findBestRoute(sale, BUDGET)!
    const crossings = BigInt(route.gas) - BigInt(pool.swapGas)
    expect(crossings).toBeGreaterThan(24_000n * 2n)
    expect(bound).toBeGreaterThanOrEqual(Number(getNet(sale, route)) * (1 - 1e-12))
    expect(bound - Number(getNet(sale, route))).toBeLessThan(Number(sale.gasCost('', 24_000)))
  })
})
