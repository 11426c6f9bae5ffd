import type { Address } from '../../../wire/lib/address.ts'
import { createRandom, type Random } from '../../../wire/testing/random.ts'
import { createStablePool } from '../../modules/balancer-v2/stable-pool.ts'
import { createWeightedPool } from '../../modules/balancer-v2/weighted-pool.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createSolidlyPool } from '../../modules/solidly/solidly-pool.ts'
import { createStableswapPool } from '../../modules/stableswap/stableswap-pool.ts'
import { sampleAddress } from '../../modules/testing/sample-pools.ts'

const E18 = 10n ** 18n
/**
 * The maximum deviation of balances from their value: within the fee of 0.3 %, and for stable pools
 * within the range of their peg.
 */
const ARBITRAGED = 0.0024
const PEGGED = 0.05
const ORIGIN = { name: 'A pool', kind: 'dex' } as const

/** Returns the pairs of one contract with an address made from `n`. The kinds alternate. */
export type DrawPairs = (n: number) => readonly Pool[]

interface DrawOptions {
  seed: number
  tokens: readonly Address[]
  /** The value of a token in a common unit. */
  valueAt: (index: number) => number
  /** Returns the value of each token in a pool, in base units. */
  drawDepth: () => number
  /** The maximum number of tokens in a contract. 2 makes pairs. */
  maxTokens: number
  /** The maximum additional deviation of balances from their value, as a share. */
  mispricing: number
}

/** Returns true for the tokens with the value of one dollar. */
export const isPegged = (index: number) => index % 3 === 1

/**
 * Creates random pools of two and more tokens: both kinds of Solidly pools, stable pools of Curve
 * and Balancer with pegged tokens, and weighted pools. Without mispricing no cycle pays for its
 * fees.
 */
export function createPoolDrawer({
  seed,
  tokens,
  valueAt,
  drawDepth,
  maxTokens,
  mispricing,
}: DrawOptions): DrawPairs {
  const random = createRandom(seed)
  const pegged = tokens.flatMap((_, index) => (isPegged(index) ? [index] : []))
  const getToken = (index: number) => tokens[index] ?? sampleAddress(0xa000)
  const getScaled = (index: number) => ({ address: getToken(index), scale: 1n })
  /**
   * Returns balances of equal value, or of values with these shares, each with a random deviation.
   */
  const drawBalances = (indexes: readonly number[], least: number, shares = indexes.map(() => 1)) => {
    const spread = mispricing > 0 ? least + mispricing * random.next() ** 3 : least
    const depth = drawDepth()
    return indexes.map((index, place) => {
      const value = depth * (shares[place] ?? 1) * (1 + (random.next() - 0.5) * spread)
      return BigInt(Math.floor(value / valueAt(index)))
    })
  }

  function drawSolidly(n: number, indexes: readonly number[], isStable: boolean): Pool {
    const [low = 0, high = 1] = indexes
    const [reserve0 = 0n, reserve1 = 0n] = drawBalances(indexes, isStable ? PEGGED : ARBITRAGED)
    return createSolidlyPool(
      {
        ...{ module: 'solidly', origin: ORIGIN, isStable, units: [E18, E18] },
        step: { kind: 9, source: 9, data: '0x' },
      },
      {
        address: sampleAddress(0xf000 + n),
        tokens: [getToken(low), getToken(high)],
        fee: isStable ? 1 : 0,
        tickSpacing: 0,
      },
      { reserve0, reserve1, fee: isStable ? 5n : 30n, usualFee: 5n, isPaused: false },
    )
  }

  function drawWeighted(n: number, indexes: readonly number[]): Pool {
    const weights = indexes.length === 2 ? [(E18 * 8n) / 10n, (E18 * 2n) / 10n] : thirds(indexes)
    const shares = weights.map((weight) => Number(weight) / 1e18)
    return createWeightedPool(
      {
        ...{ module: 'balancer-v2', origin: ORIGIN, step: { kind: 6, source: 6, data: '0x' } },
        vault: sampleAddress(0xbb),
        address: sampleAddress(0xf000 + n),
        poolId: `0x${n.toString(16).padStart(64, '0')}`,
        tokens: indexes.map((index, place) => ({ ...getScaled(index), weight: weights[place] ?? 0n })),
      },
      { balances: drawBalances(indexes, ARBITRAGED, shares), swapFee: (E18 * 3n) / 1000n, isPaused: false },
    )
  }

  function drawBalancerStable(n: number, indexes: readonly number[]): Pool {
    return createStablePool(
      {
        ...{ module: 'balancer-v2', origin: ORIGIN, step: { kind: 6, source: 6, data: '0x' } },
        vault: sampleAddress(0xbb),
        address: sampleAddress(0xf000 + n),
        poolId: `0x${n.toString(16).padStart(64, '0')}`,
        tokens: indexes.map(getScaled),
        roundsUp: false,
      },
      {
        balances: drawBalances(indexes, PEGGED),
        rates: indexes.map(() => E18),
        ...{ amp: 200_000n, swapFee: E18 / 2_500n, isPaused: false, watched: [], isOutdated: false },
      },
    )
  }

  function drawStableswap(n: number, indexes: readonly number[]): Pool {
    return createStableswapPool(
      {
        ...{ module: 'curve', origin: ORIGIN, source: 10 },
        address: sampleAddress(0xf000 + n),
        coins: indexes.map(getScaled),
      },
      {
        balances: drawBalances(indexes, PEGGED),
        ...{ amplification: 256n, fee: 4_000_000n, adminFee: 5_000_000_000n, code: 'first' },
      },
    )
  }

  const draws = [
    (n: number) => drawSolidly(n, drawSome(random, allOf(tokens), 2), false),
    (n: number) => drawSolidly(n, drawSome(random, pegged, 2), true),
    (n: number) => drawWeighted(n, drawSome(random, allOf(tokens), 2)),
    (n: number) => drawWeighted(n, drawSome(random, allOf(tokens), Math.min(3, maxTokens))),
    (n: number) => drawBalancerStable(n, drawSome(random, pegged, Math.min(3, maxTokens))),
    (n: number) => drawStableswap(n, drawSome(random, pegged, Math.min(4, maxTokens))),
  ]
  let drawn = 0
  return (n) => {
    const { siblings = [], ...pool } = draws[drawn++ % draws.length]?.(n) ?? drawWeighted(n, [0, 1])
    return [pool, ...siblings]
  }
}

const thirds = (indexes: readonly number[]) =>
  indexes.map((_, place) => (place === 0 ? E18 - 2n * (E18 / 3n) : E18 / 3n))

const allOf = (tokens: readonly unknown[]) => tokens.map((_, index) => index)

/** Returns this many different elements in their order. The first two occur more often. */
function drawSome(random: Random, from: readonly number[], count: number): number[] {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, from.length)) {
    const place = Math.floor(random.next() < 0.5 ? random.next() * 2 : random.next() * from.length)
    const index = from[place]
    if (index !== undefined) chosen.add(index)
  }
  return [...chosen].sort((a, b) => a - b)
}
