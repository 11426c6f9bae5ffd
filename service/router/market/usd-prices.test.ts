import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../devnet/random.ts'
import { createPoolIndex } from '../../chain/pool-index.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
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

describe('prices in the reference stable', () => {
  const usd = getUsd(samplePools)

  it('spread along the pools', () => {
    expect(usd.format(usdc.address, 1_500_000n)).toBe('1.5')
    expect(usd.format(weth.address, E18)).toBe('3000')
    expect(usd.format(wbtc.address, 100_000_000n)).toBe('60000')
    expect(usd.format(weth.address, 1_000_000n)).toBe('0.000000003')
  })

  it('tell how much of a token a sum is, rounded up', () => {
    expect(usd.amountFor(usdc.address, 2_000n)).toBe(2_000n)
    expect(usd.amountFor(wbtc.address, 2_000n)).toBe(4n)
    expect(usd.convert(E18, weth.address, usdc.address)).toBe(3_000_000_000n)
    expect(usd.convert(1n, weth.address, usdc.address)).toBe(1n)
  })

  it('are unknown for tokens without a deep pool', () => {
    expect(usd.format(loner.address, 1n)).toBeUndefined()
    expect(usd.amountFor(loner.address, 2_000n)).toBeUndefined()
    const thin = [...samplePools, pair(9, [loner, 10n * E18], [usdc, 10_000_000n])]
    expect(getUsd(thin).format(loner.address, E18)).toBeUndefined()
  })

  it('are never passed on by a token that is not a base token', () => {
    const behind = [...samplePools, pair(9, [loner, 10n ** 24n], [dai, 10n ** 24n])]
    expect(getUsd(behind).format(loner.address, E18)).toBeUndefined()
  })

  it('follow the deepest pool', () => {
    const skewed = [...samplePools, pair(9, [usdc, 2_000_000_000n], [weth, E18 / 100n])]
    expect(getUsd(skewed).format(weth.address, E18)).toBe('3000')
  })
})

describe('prices of random markets', () => {
  const stable = sampleAddress(0xa000)
  const tokens = Array.from({ length: 14 }, (_, i) => sampleAddress(0xa000 + i))
  const baseTokens = tokens.slice(1, 5)
  const config = { referenceStable: stable, baseTokens }

  it('are those of the deepest pool between a priced and an unpriced token, again and again', () => {
    let priced = 0
    for (let seed = 0; seed < 300; seed += 1) {
      const pools = randomPools(seed)
      const usd = createUsdPrices({ config, stableDecimals: 3 }, createPoolIndex(pools).between)
      const expected = spreadStepByStep(pools, { stable, trusted: new Set([stable, ...baseTokens]) })
      // In any order: what is asked first must not matter.
      for (const token of seed % 2 ? tokens : tokens.toReversed()) {
        expect(usd.convert(2n ** 200n, token, stable)).toBe(expected.get(token)?.(2n ** 200n))
        if (expected.has(token)) priced += 1
      }
    }
    expect(priced).toBeGreaterThan(1_000)
  })

  it('look at the pools of a token alone, of 20,000, and of base tokens once', () => {
    const leaves = Array.from({ length: 20_000 }, (_, i) => sampleAddress(0x100000 + i))
    const pools = leaves.map((leaf, n) =>
      sampleV2Pool({ reserve0: 10n ** 9n, reserve1: 10n ** 9n }, { n, tokens: [stable, leaf] }),
    )
    const index = createPoolIndex(pools)
    let [questions, seen] = [0, 0]
    const usd = createUsdPrices({ config, stableDecimals: 3 }, (a, b) => {
      const found = index.between(a, b)
      questions += 1
      seen += found.length
      return found
    })
    const trusted = 1 + baseTokens.length
    const prices = new Set(leaves.map((leaf) => usd.convert(1_000n, leaf, stable)))
    expect(prices).toEqual(new Set([1_000n]))
    expect(questions).toBeLessThanOrEqual(trusted ** 2 + leaves.length * trusted)
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

/** The rule as it reads, at the cost of looking at every pool for every token. */
function spreadStepByStep(
  pools: readonly Pool[],
  { stable, trusted }: { stable: string; trusted: ReadonlySet<string> },
): Map<string, (amount: bigint) => bigint> {
  const one = 2n ** 128n
  const prices = new Map([[stable, one]])
  const sorted = pools.toSorted((a, b) => (a.address < b.address ? -1 : 1))
  for (;;) {
    let deepest = 999_999n
    let next: { token: string; price: bigint } | undefined
    for (const { tokens, depth, spot } of sorted) {
      for (const side of [0, 1] as const) {
        const [from, token] = side === 0 ? tokens : [tokens[1], tokens[0]]
        const known = prices.get(from)
        if (known === undefined || prices.has(token) || !trusted.has(from)) continue
        const value = (depth[side] * known) / one
        if (value <= deepest) continue
        deepest = value
        const [worth, unit] =
          side === 0 ? [spot.denominator, spot.numerator] : [spot.numerator, spot.denominator]
        next = { token, price: (known * worth) / unit }
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
