import { describe, expect, it } from 'vitest'
import { createPoolIndex } from '../../chain/pool-index.ts'
import { VersionedMap } from '../../chain/versioned-map.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import type { OuterPools } from '../market/outer-columns.ts'
import { createOuterTracker } from '../market/outer-pools.ts'
import type { PathQuery } from '../paths/find-path.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { type BestRoute, findBestPurchase, findBestRoute, getCost, getNet } from './find-best-route.ts'

const BUDGET = { maxWork: 60_000, maxLegs: 64 }
const SIZES = [0.001, 0.01, 0.1, 0.5]

/** A market in which routes pass few of the tokens, and the same without that limit. */
function getMarkets(seed: number): { narrow: PathQuery; free: PathQuery } {
  const gasShare = seed % 2 ? 1e-10 : 0
  const market = createRandomMarket({ seed, tokens: 7, pools: 40, gasShare })
  const free = market.sale(SIZES[seed % SIZES.length] ?? 1)
  const via = market.tokens.slice(0, 4)
  return {
    free,
    narrow: { ...free, via, outer: { pools: outerPools(market.pools, via), isUsable: () => true } },
  }
}

function solved(query: PathQuery): BestRoute {
  const found = findBestRoute(query, BUDGET)
  if (!found) throw new Error('There is no route')
  return found
}

describe('the bound of what any route could pay', () => {
  it('holds of routes that pass tokens ours may not', () => {
    let better = 0
    for (let seed = 0; seed < 60; seed += 1) {
      const { narrow, free } = getMarkets(seed)
      const { bound, route } = solved(narrow)
      const elsewhere = Number(getNet(free, solved(free).route))
      expect(bound * (1 + 1e-12)).toBeGreaterThanOrEqual(elsewhere)
      if (elsewhere > Number(getNet(narrow, route))) better += 1
    }
    expect(better).toBeGreaterThan(20)
  })

  it('holds of purchases too', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const { narrow, free } = getMarkets(seed)
      const amountOut = solved(narrow).route.amountOut
      const bought = findBestPurchase({ ...narrow, amountOut }, BUDGET)!
      const elsewhere = { ...free, amountOut }
      const cost = Number(getCost(elsewhere, findBestPurchase(elsewhere, BUDGET)!.route))
      expect(bought.bound * (1 - 1e-12)).toBeLessThanOrEqual(cost)
    }
  })

  it('is near to the best of those routes', () => {
    const gaps: number[] = []
    for (let seed = 0; seed < 60; seed += 2) {
      const { narrow, free } = getMarkets(seed)
      gaps.push((solved(narrow).bound / Number(getNet(free, solved(free).route)) - 1) * 1e4)
    }
    gaps.sort((a, b) => a - b)
    expect(gaps[15]).toBeLessThan(10)
  })
})

describe('pools that routes do not pass', () => {
  const [a, b, x, y] = [1, 2, 3, 4].map((n) => sampleAddress(n)) as [string, string, string, string]
  const pool = (n: number, tokens: [string, string]) =>
    sampleV2Pool({ reserve0: 10n ** 20n, reserve1: 10n ** 20n }, { n, tokens: tokens as never })
  const getNumbers = (pools: Pool[]) => {
    const outer = outerPools(pools, [a, b])
    const found = [...outer.rates.pools, ...outer.links.rates.pools]
    return found.map(({ address }) => Number(address) - 0xf000).sort()
  }

  it('count when they lead from one token to another', () => {
    expect(getNumbers([pool(1, [a, b]), pool(2, [a, x]), pool(3, [b, x])])).toEqual([2, 3])
    expect(getNumbers([pool(1, [a, x]), pool(2, [x, y]), pool(3, [b, y])])).toEqual([1, 2, 3])
  })

  it('do not when they lead nowhere', () => {
    expect(getNumbers([pool(1, [a, b]), pool(2, [a, x])])).toEqual([])
  })
})

function outerPools(pools: readonly Pool[], bases: readonly string[]): OuterPools {
  const tradable = new VersionedMap(
    pools.flatMap(({ tokens }) => tokens.map((token) => [token, true] as const)),
  )
  return createOuterTracker(bases)({ poolIndex: createPoolIndex(pools), tradable })
}
