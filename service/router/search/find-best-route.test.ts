import { describe, expect, it, vi } from 'vitest'
import { sampleStablePool } from '../../modules/balancer-v2/testing/sample-stable-pool.ts'
import { createCurve } from '../../modules/core/curve.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { createNetwork } from '../optimize/network/network.ts'
import type { PathQuery } from '../paths/find-path.ts'
import { type SwapPath, WHOLE_PORTION } from '../paths/route.ts'
import { tradeShares } from '../quote/trade-shares.ts'
import { edgesBetween } from '../testing/edges-between.ts'
import { sellByGrid } from '../testing/grid-router.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { type BestRoute, findBestPurchase, findBestRoute, getNet } from './find-best-route.ts'
import { optimalityGapBps } from './optimality-gap.ts'

const BUDGET = { maxWork: 60_000, maxLegs: 64 }
const SIZES = [0.001, 0.01, 0.1, 0.3, 1]
const GAS = 1e-11

const getMarket = (seed: number, gasShare = 0) =>
  createRandomMarket({ seed, tokens: 4 + (seed % 8), pools: 20 + (seed % 40), gasShare })

function getGap(query: PathQuery, { route, bound }: BestRoute): number {
  return Number(optimalityGapBps({ amount: route.amountOut, missing: bound - Number(getNet(query, route)) }))
}

function solved(query: PathQuery): BestRoute {
  const found = findBestRoute(query, BUDGET)
  if (!found) throw new Error('No route for the sale')
  return found
}

describe('findBestRoute', () => {
  it('ignores a pool with extreme rates and a pool whose curve is NaN', () => {
    const tokens = [sampleAddress(0xa1), sampleAddress(0xa2)] as const
    const state = { reserve0: 3_000n * 10n ** 18n, reserve1: 9_000_000n * 10n ** 6n }
    const pairs = [1, 2].map((n) => sampleV2Pool(state, { n, tokens }))
    const extreme = sampleStablePool({
      balances: [188n, 2n ** 111n, 3_010_391_332n],
      rates: [932_089_199_098_800_000_000_001n, 10n ** 18n, 26_666_556_381_740_000_000_001n],
      amp: 199_000n,
      swapFee: 10n ** 12n,
    })
    const { keep, gas, starts, liquidity } = extreme.curve(true)!
    const unknown = [...liquidity].fill(Number.NaN, 1)
    const endless = createCurve({ keep, gas, starts: [...starts], liquidity: unknown })
    const broken: Pool = { ...extreme, curve: (zeroForOne) => (zeroForOne ? endless : undefined) }
    const queryWith = (pool: Pool): PathQuery => ({
      ...{ tokenIn: tokens[0], tokenOut: tokens[1], amountIn: 10n ** 18n, via: tokens },
      edges: edgesBetween([...pairs, pool]),
      gasCost: (_, gas) => BigInt(Math.ceil(gas)),
    })
    for (const pool of [extreme, broken]) {
      expect(solved(queryWith(pool)).route.amountOut).toBeGreaterThan(2_985_000_000n)
    }
    const searched = (pool: Pool) => createNetwork(queryWith(pool)).edges.length
    expect([searched(extreme), searched(broken)]).toEqual([3, 2])
  })

  it('splits a trade over the other pools if one rejects the amount of its curve', () => {
    const tokens = [sampleAddress(0xa1), sampleAddress(0xa2)] as const
    const state = { reserve0: 3_000n * 10n ** 18n, reserve1: 9_000_000n * 10n ** 6n }
    const honest = [1, 2, 3].map((n) => sampleV2Pool(state, { n, tokens }))
    const refusing = [4, 5].map((n): Pool => {
      const pool = sampleV2Pool({ ...state, reserve1: 2n * state.reserve1 }, { n, tokens })
      return { ...pool, exactInput: () => undefined, exactOutput: () => undefined }
    })
    const getQuery = (pools: Pool[]) => ({
      ...{ tokenIn: tokens[0], tokenOut: tokens[1], via: tokens, edges: edgesBetween(pools) },
      gasCost: () => 1n,
    })
    const sale = { amountIn: 300n * 10n ** 18n }
    const { route } = solved({ ...getQuery([...honest, ...refusing]), ...sale })
    expect(route.steps).toHaveLength(3)
    expect(route.amountOut).toBe(solved({ ...getQuery(honest), ...sale }).route.amountOut)

    const purchase = { amountOut: 700_000n * 10n ** 6n }
    const bought = findBestPurchase({ ...getQuery([...honest, ...refusing]), ...purchase }, BUDGET)
    expect(bought?.route.steps).toHaveLength(3)
  })

  it('pays within a basis point of the upper bound in 95 % of markets', () => {
    const gaps: number[] = []
    for (let seed = 0; seed < 300; seed += 1) {
      const query = getMarket(seed).sale(SIZES[seed % SIZES.length] ?? 1)
      gaps.push(getGap(query, solved(query)))
    }
    gaps.sort((a, b) => a - b)
    expect(gaps[150]).toBeLessThan(0.01)
    expect(gaps[285]).toBeLessThan(1)
    expect(gaps.every((gap) => gap >= 0)).toBe(true)
  })

  it.each([
    ['0.1 % of a pool or more, where a leg costs little', GAS, SIZES],
    ['1 % of a pool or more, where it costs ten times as much', 10 * GAS, SIZES.slice(1)],
  ] as const)(
    'pays within three basis points of the upper bound after gas in 95 % of markets: %s',
    (_, gasShare, sizes) => {
      const gaps: number[] = []
      for (let seed = 0; seed < 100; seed += 1) {
        const query = getMarket(seed, gasShare).sale(sizes[seed % sizes.length] ?? 1)
        gaps.push(getGap(query, solved(query)))
      }
      gaps.sort((a, b) => a - b)
      expect(gaps[94]).toBeLessThan(3)
    },
  )

  it('pays as close to the bound if half of the pools are stable, weighted or Solidly pools', () => {
    const gaps: number[] = []
    for (const share of [0.3, 3]) {
      for (let seed = 1; seed <= 17; seed += 1) {
        const query = createRandomMarket({ seed, tokens: 8, pools: 30, mixedTokens: 2 }).sale(share)
        gaps.push(getGap(query, solved(query)))
      }
    }
    expect(Math.max(...gaps)).toBeLessThan(1)
  })

  it('pays as close to the bound if stable pools connect the prices of many tokens', () => {
    const query = createRandomMarket({ seed: 56, tokens: 12, pools: 60, mixedTokens: 2 }).sale(0.1)
    expect(getGap(query, solved(query))).toBeLessThan(1)
  })

  it('pays at most the bound of pools whose curves are price samples', () => {
    for (const seed of [49, 79, 99, 188]) {
      for (const share of [0.001, 0.1, 5]) {
        const query = createRandomMarket({
          seed,
          tokens: 6,
          pools: 16,
          mixedTokens: 4,
          gasShare: 1e-10,
        }).sale(share)
        const found = findBestRoute(query, BUDGET)
        if (found)
          expect(found.bound * (1 + 1e-12)).toBeGreaterThanOrEqual(Number(getNet(query, found.route)))
      }
    }
  })

  it('pays after gas at least as much as the best single path', () => {
    for (let seed = 0; seed < 100; seed += 1) {
      const query = getMarket(seed, GAS).sale(SIZES[seed % SIZES.length] ?? 1)
      const { route, singlePath } = solved(query)
      if (singlePath) expect(getNet(query, route)).toBeGreaterThanOrEqual(getNet(query, singlePath))
    }
  })

  it('pays after gas as much as an exhaustive search in twentieths, within 0.2 basis points', () => {
    for (const gasShare of [0, GAS, 1e-10]) {
      for (let seed = 0; seed < 15; seed += 1) {
        const query = createRandomMarket({ seed, tokens: 5, pools: 24, gasShare }).sale(SIZES[seed % 5] ?? 1)
        const net = Number(getNet(query, solved(query).route))
        expect(net).toBeGreaterThanOrEqual(Number(sellByGrid(query)) * (1 - 2e-5))
      }
    }
  })

  it('pays as much as an exhaustive search with contracts of up to four tokens, whose pairs affect each other', () => {
    for (const [share, gasShare] of [
      [0.001, 1e-10],
      [0.1, 0],
      [1, 0],
    ] as const) {
      for (let seed = 1; seed <= 5; seed += 1) {
        const query = createRandomMarket({ seed, tokens: 8, pools: 30, mixedTokens: 4, gasShare }).sale(share)
        const net = Number(getNet(query, solved(query).route))
        expect(net).toBeGreaterThanOrEqual(Number(sellByGrid(query)) * (1 - 2e-5))
      }
    }
  })

  it("pays with gas within a fraction of one leg's gas of the upper bound", () => {
    const legs: number[] = []
    for (let seed = 0; seed < 60; seed += 1) {
      const query = getMarket(seed, 1e-10).sale([0.0001, 0.001, 0.01][seed % 3] ?? 1)
      const { route, bound } = solved(query)
      const leg = Number(query.gasCost(query.tokenOut, 90_000))
      legs.push((bound - Number(getNet(query, route))) / leg)
    }
    legs.sort((a, b) => a - b)
    expect(legs[0]).toBeGreaterThanOrEqual(-1e-6)
    expect(legs[30]).toBeLessThan(0.05)
    expect(legs[57]).toBeLessThan(1)
  })

  it('pays more for a larger input', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const market = getMarket(seed)
      const paid = SIZES.map((share) => solved(market.sale(share)).route.amountOut)
      for (const [i, amount] of paid.entries()) expect(amount).toBeGreaterThan(paid[i - 1] ?? 0n)
    }
  })

  it('uses fewer pools at a high gas price', () => {
    const pools = (gasShare: number) =>
      solved(createRandomMarket({ seed: 5, tokens: 8, pools: 60, gasShare }).sale(0.3)).route.steps.length
    expect(pools(0)).toBeGreaterThan(3)
    expect(pools(1e-8)).toBeLessThan(pools(0))
  })

  it('counts the data of each pool like gas, but not as gas of the route', () => {
    let fewer = 0
    for (let seed = 0; seed < 30; seed += 1) {
      const plain = getMarket(seed, GAS).sale(0.3)
      const query = { ...plain, stepDataGas: 1_000_000 }
      const { route, bound } = solved(query)
      const before = solved(plain).route
      expect(route.gas).toBe(route.steps.reduce((sum, { swap }) => sum + swap.gas, 0))
      const cost = query.gasCost(query.tokenOut, route.gas + 1_000_000 * route.steps.length)
      expect(getNet(query, route)).toBe(route.amountOut - cost)
      expect(getNet(query, route)).toBeGreaterThanOrEqual(getNet(query, before))
      expect(bound).toBeGreaterThanOrEqual(Number(getNet(query, route)) * (1 - 1e-9))
      if (route.steps.length < before.steps.length) fewer += 1
    }
    expect(fewer).toBeGreaterThan(10)
  })

  it('returns executable steps: each pool once, portions of the held amount, without a remainder', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const query = getMarket(seed).sale(0.5)
      const { route } = solved(query)
      expect(new Set(route.steps.map(({ pool }) => pool.address)).size).toBe(route.steps.length)
      expect(executed(route, query)).toEqual({ paid: route.amountOut, left: 0n })
    }
  })

  it('uses only permitted pools', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const query = getMarket(seed).sale(0.5)
      const isAllowed = ({ pool }: { pool: { module: string } }) => pool.module === 'uniswap-v3'
      const found = findBestRoute({ ...query, edges: (a, b) => query.edges(a, b).filter(isAllowed) }, BUDGET)
      expect(found?.route.steps.every(isAllowed) ?? true).toBe(true)
    }
  })

  it('uses at most `maxLegs` legs', () => {
    const query = createRandomMarket({ seed: 5, tokens: 8, pools: 100 }).sale(1)
    const found = findBestRoute(query, { ...BUDGET, maxLegs: 5 })
    expect(found?.route.steps.length).toBeLessThanOrEqual(5)
    expect(found!.route.amountOut).toBeGreaterThan(found!.singlePath!.amountOut)
  })

  it('sells amounts that no single pool can trade', () => {
    const query = createRandomMarket({ seed: 5, tokens: 2, pools: 30 }).sale(20)
    expect(findBestRoute(query, BUDGET)).toBeDefined()
  })

  it('returns undefined above the total liquidity', () => {
    const query = { ...getMarket(1).sale(1), amountIn: 2n ** 159n }
    expect(findBestRoute(query, BUDGET)).toBeUndefined()
  })

  it('returns the same route under load, and stops at its limit of work', () => {
    const search = (maxWork: number) =>
      Array.from({ length: 30 }, (_, seed) => {
        const query = getMarket(seed, GAS).sale(0.1)
        const found = findBestRoute(query, { maxWork, maxLegs: 64 })
        return found && getNet(query, found.route)
      })
    const [first, some, all] = [0, 150, 60_000].map(search)
    expect(some).not.toEqual(first)
    expect(some).not.toEqual(all)
    let now = 0
    const clock = vi.spyOn(performance, 'now')
    try {
      clock.mockImplementation(() => (now += 1))
      expect(search(150)).toEqual(some)
      clock.mockImplementation(() => (now += 10_000))
      expect(search(60_000)).toEqual(first)
    } finally {
      clock.mockRestore()
    }
  })

  it('returns a route without any work for improvement', () => {
    const query = getMarket(3, GAS).sale(0.3)
    expect(findBestRoute(query, { maxWork: 0, maxLegs: 64 })).toBeDefined()
  })

  it("has shares that describe each leg's part of the trade", () => {
    const query = getMarket(7).sale(1)
    const { route } = solved(query)
    const shares = tradeShares(route)
    const last = route.steps.map(({ tokenOut }, i) => (tokenOut === query.tokenOut ? (shares[i] ?? 0) : 0))
    const total = last.reduce((sum, share) => sum + share, 0)
    expect(Math.abs(total - 10_000)).toBeLessThanOrEqual(route.steps.length)
  })
})

/** Computes the executor's amounts independently of the search. */
function executed({ steps, amountIn }: SwapPath, { tokenIn, tokenOut }: PathQuery) {
  const held = new Map([[tokenIn, amountIn]])
  let paid = 0n
  for (const { pool, zeroForOne, portion, tokenIn: sold, tokenOut: bought } of steps) {
    const balance = held.get(sold) ?? 0n
    const amount = portion === WHOLE_PORTION ? balance : (balance * portion) / (2n ** 64n - 1n)
    const out = pool.exactInput(zeroForOne, amount)?.amountOut ?? 0n
    held.set(sold, balance - amount)
    if (bought === tokenOut) paid += out
    else held.set(bought, (held.get(bought) ?? 0n) + out)
  }
  return { paid, left: [...held.values()].reduce((sum, amount) => sum + amount, 0n) }
}
