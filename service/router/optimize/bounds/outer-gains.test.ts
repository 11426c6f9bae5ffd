import { describe, expect, it } from 'vitest'
import type { Address } from '../../../../wire/lib/address.ts'
import { createRandom } from '../../../../wire/testing/random.ts'
import { createPoolIndex } from '../../../chain/snapshot/pool-index.ts'
import { VersionedMap } from '../../../chain/snapshot/versioned-map.ts'
import { createFill } from '../../../modules/core/curve.ts'
import type { Pool } from '../../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool, sampleV3Pool } from '../../../modules/testing/sample-pools.ts'
import { createOuterTracker } from '../../market/outer-pools.ts'
import { findBestRoute, getNet } from '../../search/find-best-route.ts'
import { createRandomMarket } from '../../testing/random-market.ts'
import { getProfit } from '../network/bound.ts'
import { outerGains } from './outer-gains.ts'

const BASES = [1, 2, 3].map((n) => sampleAddress(n))
const TOKENS = 120
/** The approximate gas of a trade in one of the pools. */
const GAS = 100_000
const everyPool = () => true

describe('what outer pools could earn', () => {
  it('bounds the gain by pool for some tokens, and by sum for the others, close to the best prices', () => {
    for (const seed of [1, 2, 3]) {
      for (const gasPrice of [0, 1e12]) {
        const pools = randomPools(seed)
        const prices = Float64Array.from([1, 1, 1])
        const inner = { tokens: BASES, prices, gasPrice, isUsable: everyPool }
        const { others, ...told } = outerGains(getOuter(pools), inner)
        const { gained: counted } = others(BASES)
        const left = pools.filter((pool) => !told.pools.includes(pool))
        const tokens = [...new Set(left.map((pool) => pool.tokens[1]))]
        const least = sum(tokens, (token) => leastGain(token, pools, gasPrice))
        expect(told.pools.length).toBeGreaterThan(0)
        expect(counted).toBeGreaterThanOrEqual(least * 0.99)
        expect(counted).toBeLessThanOrEqual(least * (gasPrice === 0 ? 1.5 : 2.5) + ROUNDING)
        if (gasPrice === 0) expect(counted).toBeGreaterThan(0)
      }
    }
  })

  it('is nothing where no token fetches more than it costs', () => {
    const pools = [4, 5, 6].flatMap((n) =>
      BASES.map((base, i) => v2(10 * n + i, [base, sampleAddress(n)], [10n ** 20n, 10n ** 20n])),
    )
    const inner = {
      tokens: BASES,
      prices: Float64Array.from([1, 1.001, 0.999]),
      gasPrice: 0,
      isUsable: everyPool,
    }
    const { pools: told, others } = outerGains(getOuter(pools), inner)
    expect(told).toEqual([])
    expect(others(BASES).gained).toBe(0)
  })

  it.each([2, 12, 19])(
    'is nothing where pools of all sizes are off by less than the gas of trades in them (%i)',
    (seed) => {
      const random = createRandom(seed)
      const gasPrice = 1e12
      const tokens = [...BASES, ...Array.from({ length: 200 }, (_, n) => sampleAddress(0x100 + n))]
      const draw = (from: number, to: number) =>
        tokens[from + Math.floor((to - from) * random.next())] as Address
      const pools = tokens.slice(BASES.length).flatMap((token, n) =>
        [0, 1, 2].flatMap((k) => {
          const other = k < 2 ? draw(0, BASES.length) : draw(BASES.length, tokens.length)
          if (other === token) return []
          const held = 10 ** (17 + 4 * random.next())
          // Half of what a trade back to the true price would have to gain, to pay for its gas.
          const off = Math.min(0.3, Math.sqrt((GAS * gasPrice) / held) / 2) * (2 * random.next() - 1)
          return [
            v2(
              0x1000 + 3 * n + k,
              [other, token],
              [BigInt(Math.floor(held)), BigInt(Math.floor(held * (1 + off)))],
            ),
          ]
        }),
      )
      const inner = { tokens: BASES, prices: Float64Array.from([1, 1, 1]), gasPrice, isUsable: everyPool }
      const { pools: told, others } = outerGains(getOuter(pools), inner)
      expect(told).toEqual([])
      expect(others(BASES).gained).toBe(0)
    },
  )

  it('uses settled prices along a long row of tokens, and names few tokens if one pool is mispriced', () => {
    const row = [
      BASES[2],
      ...Array.from({ length: 200 }, (_, n) => sampleAddress(0x100 + ((n * 73) % 200))),
      BASES[2],
    ]
    const pools = row.slice(1).map((token, n) => {
      const tokens = [row[n] as Pool['address'], token as Pool['address']] as const
      return v2(0x1000 + n, tokens, [10n ** 20n, n === 100 ? 2n * 10n ** 20n : 10n ** 20n])
    })
    const inner = { tokens: BASES, prices: Float64Array.from([1, 1, 1]), gasPrice: 0, isUsable: everyPool }
    const { pools: told, others } = outerGains(getOuter(pools), inner)
    expect(told.length).toBeGreaterThan(0)
    expect(told.length).toBeLessThan(20)
    expect(others(BASES).gained).toBe(0)
  })

  it('is counted at prices that are numbers, in whichever order the pools of a long row come', () => {
    const row = [BASES[2], ...Array.from({ length: 60 }, (_, n) => sampleAddress(0x100 + n)), BASES[2]]
    const pools = row.slice(1).map((token, n) => {
      const tokens = [row[n] as Address, token as Address] as const
      return v2(0x1000 + n, tokens, [10n ** 20n, 10n ** 20n])
    })
    for (const gasPrice of [0, 1e12]) {
      for (const step of [1, 17, 28, 60]) {
        const shuffled = pools.map((_, n) => pools[(n * step) % pools.length] as Pool)
        const inner = { tokens: BASES, prices: Float64Array.from([1, 1, 1]), gasPrice, isUsable: everyPool }
        const { pools: told, others } = outerGains(getOuter(shuffled), inner)
        expect(told).toEqual([])
        expect(others(BASES).gained).toBe(0)
      }
    }
  })

  it('names few tokens if many of them lead to no token with a price', () => {
    const pools = Array.from({ length: 100 }, (_, n) => {
      const pair = [sampleAddress(0x100 + 2 * n), sampleAddress(0x101 + 2 * n)] as const
      return [v2(2 * n, pair, [10n ** 20n, 10n ** 20n]), v2(2 * n + 1, pair, [10n ** 20n, 10n ** 20n])]
    }).flat()
    const inner = { tokens: BASES, prices: Float64Array.from([1, 1, 1]), gasPrice: 0, isUsable: everyPool }
    expect(outerGains(getOuter(pools), inner).pools.length).toBeLessThanOrEqual(64)
  })

  it('makes a bound that holds of routes through more tokens than are looked at closely', () => {
    let better = 0
    for (let seed = 0; seed < 6; seed += 1) {
      const market = createRandomMarket({ seed, tokens: 60, pools: 300, gasShare: seed % 2 ? 1e-10 : 0 })
      const free = market.sale(0.3)
      const via = market.tokens.slice(0, 3)
      const outer = { pools: getOuter(market.pools, via), isUsable: everyPool }
      const budget = { maxWork: 60_000, maxLegs: 64 }
      const narrow = findBestRoute({ ...free, via, outer }, budget)!
      const elsewhere = Number(getNet(free, findBestRoute(free, budget)!.route))
      expect(narrow.bound * (1 + 1e-12)).toBeGreaterThanOrEqual(elsewhere)
      if (elsewhere > Number(getNet(free, narrow.route))) better += 1
    }
    expect(better).toBeGreaterThan(2)
  })
})

const [INPUT, OUTPUT] = BASES

const STEPS = 120
/** Base units that float64 leaves where pools of 1e18 units and more earn nothing. */
const ROUNDING = 1e6

/**
 * Returns the largest sum that pools of an outer token could earn at the price that minimizes it.
 */
function leastGain(token: string, pools: readonly Pool[], gasPrice: number): number {
  const own = pools.filter(({ tokens }) => tokens[1] === token)
  const spots = own.map(({ spot }) => Number(spot.denominator) / Number(spot.numerator))
  const [low, high] = [Math.min(...spots) * 0.99, Math.max(...spots) * 1.01]
  const prices = Array.from({ length: STEPS }, (_, i) => low * (high / low) ** (i / (STEPS - 1)))
  return Math.min(...prices.map((price) => sum(own, (pool) => gainAt(pool, price, gasPrice))))
}

/** Computes the gain by the curves, with the outer token at this price and base tokens at 1. */
function gainAt({ tokens: [base], curve }: Pool, price: number, gasPrice: number): number {
  const fill = createFill()
  return sum([true, false], (zeroForOne) => {
    // Routes do not sell the output, nor buy the input.
    if (base === (zeroForOne ? OUTPUT : INPUT)) return 0
    const drawn = curve(zeroForOne)!
    const [from, to] = zeroForOne ? [0, 1] : [1, 0]
    const profit = getProfit({ from, to, curve: drawn }, Float64Array.from([1, price]), fill)
    return Math.max(0, profit - drawn.gas * gasPrice)
  })
}

/** Each of many tokens in three pools that disagree about it. */
function randomPools(seed: number): Pool[] {
  const random = createRandom(seed)
  return Array.from({ length: TOKENS * 3 }, (_, n) => {
    const token = sampleAddress(0x100 + Math.floor(n / 3))
    const depth = 10n ** 18n * BigInt(1 + Math.floor(random.next() * 1000))
    const tilt = BigInt(1_000 + Math.floor((random.next() - 0.5) * 120))
    const base = BASES[n % 3]!
    if (random.next() < 0.3) {
      const tick = Math.round(Math.log(Number(tilt) / 1_000) / Math.log(1.0001))
      const positions = [{ lower: -6_000, upper: 6_000, delta: depth * 4n }]
      return sampleV3Pool({ tick, positions }, { n: 0x1000 + n, tokens: [base, token] })
    }
    return v2(0x1000 + n, [base, token], [depth, (depth * tilt) / 1_000n])
  })
}

function v2(
  n: number,
  tokens: readonly [`0x${string}`, `0x${string}`],
  [reserve0, reserve1]: [bigint, bigint],
): Pool {
  return sampleV2Pool({ reserve0, reserve1 }, { n, tokens })
}

function getOuter(pools: readonly Pool[], bases: readonly string[] = BASES) {
  const tradable = new VersionedMap(
    pools.flatMap(({ tokens }) => tokens.map((token) => [token, true] as const)),
  )
  return createOuterTracker()({ poolIndex: createPoolIndex(pools), tradable, intermediates: bases })
}

function sum<Item>(items: readonly Item[], termOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + termOf(item), 0)
}
