import { describe, expect, it } from 'vitest'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleVaultPool } from '../../modules/erc4626/testing/sample-vault-pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import type { OuterPools } from '../market/outer-columns.ts'
import { createOuterTracker } from '../market/outer-pools.ts'
import type { PathQuery } from '../paths/find-path.ts'
import { edgesBetween } from '../testing/edges-between.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { type BestRoute, findBestPurchase, findBestRoute, getCost, getNet } from './find-best-route.ts'

type Token = Pool['address']

const [a, b, base, x, y] = [1, 2, 3, 4, 5].map((n) => sampleAddress(n)) as [Token, Token, Token, Token, Token]
const BUDGET = { maxWork: 60_000, maxLegs: 64 }
const SIZES = [0.001, 0.01, 0.1, 0.5]

const pair = (n: number, tokens: readonly [Token, Token], [reserve0, reserve1]: readonly [bigint, bigint]) =>
  sampleV2Pool({ reserve0, reserve1 }, { n, tokens })

/**
 * Returns a market in which routes may pass few of the tokens, and the same market without that
 * limit.
 */
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
  if (!found) throw new Error('No route for the trade')
  return found
}

describe('the bound on the output of any route', () => {
  it('includes routes through tokens that our routes may not pass', () => {
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

  it('includes a route through pools whose profit is below their gas', () => {
    const amountIn = 10n ** 18n
    // Each pool initially pays 1.5 % more than the direct pool, and half of that for the whole
    // trade, which is three quarters of its gas.
    const [held, dear] = [133n * amountIn, (133n * amountIn * 1_018n) / 1_000n]
    const pools = [
      pair(1, [a, b], [10n ** 24n, 10n ** 24n]),
      pair(2, [a, x], [held, dear]),
      pair(3, [b, x], [dear, held]),
    ]
    const gasOfLeg = BigInt(pools[0]!.swapGas)
    const free: PathQuery = {
      tokenIn: a,
      tokenOut: b,
      via: [a, b, x],
      amountIn,
      edges: edgesBetween(pools),
      gasCost: (_, gas) => (BigInt(gas) * amountIn) / (100n * gasOfLeg),
    }
    const outer = { pools: outerPools(pools, [a, b]), isUsable: () => true }
    const narrow = solved({ ...free, via: [a, b], outer })
    const best = getNet(free, solved(free).route)
    expect(best).toBeGreaterThan(getNet(free, narrow.route) + amountIn / 1_000n)
    expect(narrow.bound * (1 + 1e-12)).toBeGreaterThanOrEqual(Number(best))
  })

  it("includes a route with an outside gain that passes more than the trade's value through a fixed rate", () => {
    const unit = 10n ** 24n
    const pools = [
      pair(1, [a, b], [unit, unit]),
      pair(2, [a, x], [unit, 100n * unit]),
      pair(3, [base, x], [100n * unit, 100n * unit]),
      sampleVaultPool(
        {
          totalAssets: unit * 1_000n,
          totalSupply: unit * 1_000n,
          depositRoom: unit * 1_000n,
          idleAssets: unit * 1_000n,
        },
        [b, base],
      ),
    ]
    const free: PathQuery = {
      tokenIn: a,
      tokenOut: b,
      via: [a, b, base, x],
      amountIn: 10n ** 18n,
      edges: edgesBetween(pools),
      gasCost: () => 0n,
    }
    const best = solved(free).route.amountOut
    expect(best).toBeGreaterThan(90n * 10n ** 18n)
    const outer = { pools: outerPools(pools, [a, b, base]), isUsable: () => true }
    expect(solved({ ...free, via: [a, b, base], outer }).bound * (1 + 1e-6)).toBeGreaterThanOrEqual(
      Number(best),
    )
  })

  it('includes purchases', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const { narrow, free } = getMarkets(seed)
      const amountOut = solved(narrow).route.amountOut
      const bought = findBestPurchase({ ...narrow, amountOut }, BUDGET)!
      const elsewhere = { ...free, amountOut }
      const cost = Number(getCost(elsewhere, findBestPurchase(elsewhere, BUDGET)!.route))
      expect(bought.bound * (1 - 1e-12)).toBeLessThanOrEqual(cost)
    }
  })

  it('includes routes through a base token that only other tokens reach', () => {
    const pool = (n: number, tokens: [Token, Token], reserve: bigint) =>
      sampleV2Pool({ reserve0: reserve, reserve1: reserve }, { n, tokens })
    const DEEP = 10n ** 22n
    const pools = [
      pool(1, [a, b], 10n ** 18n),
      pool(2, [a, x], DEEP),
      pool(3, [base, x], DEEP),
      pool(4, [base, y], DEEP),
      pool(5, [b, y], DEEP),
    ]
    const amount = 10n ** 18n
    const query = {
      tokenIn: a,
      tokenOut: b,
      edges: edgesBetween(pools),
      gasCost: () => 0n,
    }
    const narrow = {
      ...query,
      via: [base],
      outer: { pools: outerPools(pools, [a, b, base]), isUsable: () => true },
    }
    const free = { ...query, via: [base, x, y], outer: undefined }

    const sold = solved({ ...free, amountIn: amount })
    expect(sold.route.steps).toHaveLength(5)
    expect(solved({ ...narrow, amountIn: amount }).bound).toBeGreaterThanOrEqual(Number(sold.route.amountOut))

    const half = { amountOut: amount / 2n }
    const bought = findBestPurchase({ ...free, ...half }, BUDGET)!
    const bound = findBestPurchase({ ...narrow, ...half }, BUDGET)!.bound
    expect(bound).toBeLessThanOrEqual(Number(bought.route.amountIn))
  })

  it('excludes gains of other tokens without a path to the output', () => {
    const pool = (n: number, tokens: [Token, Token], tilt = 1n) =>
      sampleV2Pool({ reserve0: 10n ** 20n, reserve1: tilt * 10n ** 20n }, { n, tokens })
    // The two pools of `x` have different prices.
    const elsewhere = [pool(2, [a, base]), pool(3, [base, x]), pool(4, [a, x], 4n)]
    const ask = (pools: Pool[]) =>
      solved({
        tokenIn: a,
        tokenOut: b,
        via: [base],
        amountIn: 10n ** 18n,
        edges: edgesBetween(pools),
        gasCost: () => 0n,
        outer: { pools: outerPools(pools, [a, base]), isUsable: () => true },
      })
    const pools = [pool(1, [a, b]), pool(5, [a, b]), ...elsewhere]
    const { bound, route } = ask(pools)
    expect(bound / Number(route.amountOut) - 1).toBeLessThan(1e-6)
    // Another token has a pool with the output, although our routes do not pass it.
    const led = ask([...pools, pool(6, [b, y]), pool(7, [x, y])])
    expect(led.bound / Number(led.route.amountOut) - 1).toBeGreaterThan(0.1)
  })

  it('counts a pool between two tokens once if neither is a base token', () => {
    const reserves = { reserve0: 10n ** 20n, reserve1: 10n ** 20n }
    const pools = [
      sampleV2Pool(reserves, { n: 1, tokens: [a, b] }),
      sampleV2Pool(reserves, { n: 2, tokens: [a, base] }),
      sampleV2Pool(reserves, { n: 3, tokens: [b, base] }),
    ]
    const { bound, route } = solved({
      tokenIn: a,
      tokenOut: b,
      via: [base],
      amountIn: 10n ** 19n,
      edges: edgesBetween(pools),
      gasCost: () => 0n,
      outer: { pools: outerPools(pools, [base]), isUsable: () => true },
    })
    expect(bound / Number(route.amountOut) - 1).toBeLessThan(1e-6)
  })

  it('is close to the best of these routes', () => {
    const gaps: number[] = []
    for (let seed = 0; seed < 60; seed += 2) {
      const { narrow, free } = getMarkets(seed)
      gaps.push((solved(narrow).bound / Number(getNet(free, solved(free).route)) - 1) * 1e4)
    }
    gaps.sort((a, b) => a - b)
    expect(gaps[15]).toBeLessThan(10)
  })
})

describe('the outer pools of a market', () => {
  const pool = (n: number, tokens: [string, string]) =>
    sampleV2Pool({ reserve0: 10n ** 20n, reserve1: 10n ** 20n }, { n, tokens: tokens as never })
  const getNumbers = (pools: Pool[]) => {
    const outer = outerPools(pools, [a, b])
    const found = [...outer.rates.pools, ...outer.links.rates.pools]
    return found.map(({ address }) => Number(address) - 0xf000).sort()
  }

  it('include pools on a path between tokens', () => {
    expect(getNumbers([pool(1, [a, b]), pool(2, [a, x]), pool(3, [b, x])])).toEqual([2, 3])
    expect(getNumbers([pool(1, [a, x]), pool(2, [x, y]), pool(3, [b, y])])).toEqual([1, 2, 3])
  })

  it('exclude pools of a token with a single pool', () => {
    expect(getNumbers([pool(1, [a, b]), pool(2, [a, x])])).toEqual([])
  })
})

function outerPools(pools: readonly Pool[], bases: readonly string[]): OuterPools {
  const tradable = new VersionedMap(
    pools.flatMap(({ tokens }) => tokens.map((token) => [token, true] as const)),
  )
  return createOuterTracker()({ poolIndex: createPoolIndex(pools), tradable, intermediates: bases })
}
