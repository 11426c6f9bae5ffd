import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { toOffer } from '../../modules/core/pool-offer.ts'
import { sampleAddress, sampleV2Pool, sampleV3Pool } from '../../modules/testing/sample-pools.ts'
import {
  createSampleChain,
  dai,
  loner,
  pair,
  samplePools,
  usdc,
  wbtc,
  weth,
} from '../testing/sample-chain.ts'
import { createUsdPrices } from './usd-prices.ts'

const E18 = 10n ** 18n
const measure = { config: createSampleChain().config, stableDecimals: usdc.decimals }

describe('USD prices', () => {
  const usd = getUsd(samplePools)

  it('spread from token to token along pools', () => {
    expect(usd.format(usdc.address, 1_500_000n)).toBe('1.5')
    expect(usd.format(weth.address, E18)).toBe('3000')
    expect(usd.format(wbtc.address, 100_000_000n)).toBe('60000')
    expect(usd.format(weth.address, 1_000_000n)).toBe('0.000000003')
  })

  it('convert a USD amount to token units, rounded up', () => {
    expect(usd.amountFor(usdc.address, 2_000n)).toBe(2_000n)
    expect(usd.amountFor(wbtc.address, 2_000n)).toBe(4n)
    // One base unit is worth 0.0006 dollars. Without decimals the minimum fee would be expensive.
    expect(usd.amountFor(wbtc.address, 590n)).toBe(0n)
    expect(usd.convert(E18, weth.address, usdc.address)).toBe(3_000_000_000n)
    expect(usd.convert(1n, weth.address, usdc.address)).toBe(1n)
  })

  it('are unknown for tokens without a deep pool', () => {
    expect(usd.format(loner.address, 1n)).toBeUndefined()
    expect(usd.amountFor(loner.address, 2_000n)).toBeUndefined()
    const thin = [...samplePools, pair(9, [loner, 10n * E18], [usdc, 10_000_000n])]
    expect(getUsd(thin).format(loner.address, E18)).toBeUndefined()
  })

  it('are not passed on by a token that is not a base token', () => {
    const behind = [...samplePools, pair(9, [loner, 10n ** 24n], [dai, 10n ** 24n])]
    expect(getUsd(behind).format(loner.address, E18)).toBeUndefined()
  })

  it('follow the deepest pool', () => {
    const skewed = [...samplePools, pair(9, [usdc, 2_000_000_000n], [weth, E18 / 100n])]
    expect(getUsd(skewed).format(weth.address, E18)).toBe('3000')
  })

  it('measure the liquidity of a range, not its virtual reserves', () => {
    // Half a million dollars within one percent, twenty times as deep as a constant product pool of
    // three million.
    const narrow = rangePool({ dollars: 3_300, width: 100, liquidity: 5n * 10n ** 17n })
    expect(narrow.depth[0]).toBeGreaterThan(2n * samplePools[0]!.depth[0])
    expect(getUsd([...samplePools, narrow]).format(weth.address, E18)).toBe('3000')
    const deeper = rangePool({ dollars: 3_300, width: 1_000, liquidity: 5n * 10n ** 17n })
    expect(Number(getUsd([...samplePools, deeper]).format(weth.address, E18))).toBeCloseTo(3_300, -1)
  })

  it.each([3, 3_000_000])('ignore one-sided liquidity, which costs nothing to place at $%d', (dollars) => {
    const edge = rangePool({ dollars, width: 0, liquidity: 10n ** 21n })
    expect(edge.depth[0]).toBeGreaterThan(2n * samplePools[0]!.depth[0])
    expect(edge.exactInput(true, 10n ** 12n)).toBeUndefined()
    expect(getUsd([...samplePools, edge]).format(weth.address, E18)).toBe('3000')
    expect(getUsd([edge]).format(weth.address, E18)).toBeUndefined()
  })
})

describe('the prices of random markets', () => {
  const stable = sampleAddress(0xa000)
  const tokens = Array.from({ length: 14 }, (_, i) => sampleAddress(0xa000 + i))
  const baseTokens = tokens.slice(1, 5)
  const config = { referenceStable: stable, baseTokens }

  it('repeatedly come from the deepest pool between a priced and an unpriced token', () => {
    let priced = 0
    for (let seed = 0; seed < 300; seed += 1) {
      const pools = randomPools(seed)
      const usd = createUsdPrices({ config, stableDecimals: 3 }, createPoolIndex(pools).between)
      const expected = spreadStepByStep(pools, { stable, trusted: new Set([stable, ...baseTokens]) })
      // The order of requests must not matter.
      for (const token of seed % 2 ? tokens : tokens.toReversed()) {
        expect(usd.convert(2n ** 200n, token, stable)).toBe(expected.get(token)?.(2n ** 200n))
        if (expected.has(token)) priced += 1
      }
    }
    expect(priced).toBeGreaterThan(1_000)
  })

  it("read only the requested token's pools out of 20,000, and the base tokens' pools once", () => {
    const leaves = Array.from({ length: 20_000 }, (_, i) => sampleAddress(0x100000 + i))
    const pools = leaves.map((leaf, n) =>
      sampleV2Pool({ reserve0: 10n ** 9n, reserve1: 10n ** 9n }, { n, tokens: [stable, leaf] }),
    )
    const index = createPoolIndex(pools)
    let [reads, seen] = [0, 0]
    const usd = createUsdPrices({ config, stableDecimals: 3 }, (a, b) => {
      const found = index.between(a, b)
      reads += 1
      seen += found.length
      return found
    })
    const trusted = 1 + baseTokens.length
    const prices = new Set(leaves.map((leaf) => usd.convert(1_000n, leaf, stable)))
    expect(prices).toEqual(new Set([1_000n]))
    expect(reads).toBeLessThanOrEqual(trusted ** 2 + leaves.length * trusted)
    expect(seen).toBe(leaves.length)
  })

  /** Few tokens and round numbers, so that depths are often the same. */
  function randomPools(seed: number): Pool[] {
    const random = createRandom(seed)
    const amount = () =>
      10n ** BigInt(5 + Math.floor(random.next() * 3)) * BigInt(1 + Math.floor(random.next() * 4))
    return Array.from({ length: 24 }, (_, n) => {
      const a = Math.floor(random.next() * tokens.length)
      const b = (a + 1 + Math.floor(random.next() * (tokens.length - 1))) % tokens.length
      const pair = [tokens[Math.min(a, b)]!, tokens[Math.max(a, b)]!] as const
      return sampleV2Pool({ reserve0: amount(), reserve1: amount() }, { n, tokens: pair })
    })
  }
})

/**
 * Creates one position in USDC and WETH with `width` ticks on each side of the WETH price. 0
 * creates one tick with the price at its edge.
 */
function rangePool(shape: { dollars: number; width: number; liquidity: bigint }): Pool {
  const tick = Math.round(Math.log(1e12 / shape.dollars) / Math.log(1.0001))
  const position = {
    lower: tick - shape.width,
    upper: tick + Math.max(1, shape.width),
    delta: shape.liquidity,
  }
  return sampleV3Pool(
    { tick, positions: [position] },
    { tokens: [usdc.address, weth.address], fee: 100, tickSpacing: 1 },
  )
}

/** Implements the rule directly: reads every pool for every token. */
function spreadStepByStep(
  pools: readonly Pool[],
  { stable, trusted }: { stable: string; trusted: ReadonlySet<string> },
): Map<string, (amount: bigint) => bigint> {
  const one = 2n ** 128n
  const prices = new Map([[stable, one]])
  const sorted = pools.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  for (;;) {
    // A constant product pool with 1,000 on each side trades a twentieth of it within a tenth of
    // the price.
    const least = 1_000 * (1 - Math.sqrt(0.9)) * 1_000
    let deepest = 0
    let next: { token: string; price: bigint } | undefined
    for (const pool of sorted) {
      for (const side of [0, 1] as const) {
        const [from, token] = side === 0 ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
        const known = prices.get(from)
        if (known === undefined || prices.has(token) || !trusted.has(from)) continue
        const { numerator, denominator } = pool.spot
        const price = side === 0 ? (known * denominator) / numerator : (known * numerator) / denominator
        const { pays, sells } = toOffer(pool, side === 0 ? 1 : 0)!
        const depth = Math.min((pays * Number(known)) / Number(one), (sells * Number(price)) / Number(one))
        if (depth < least || depth <= deepest) continue
        deepest = depth
        next = { token, price }
      }
    }
    if (!next) break
    prices.set(next.token, next.price)
  }
  return new Map([...prices].map(([token, price]) => [token, (amount) => (amount * price + one - 1n) / one]))
}

function getUsd(pools: readonly Pool[]) {
  return createUsdPrices(measure, createPoolIndex(pools).between)
}
