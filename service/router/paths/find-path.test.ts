import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { createEdge } from '../market/market.ts'
import { findBestPath, type PathQuery } from './find-path.ts'

const E18 = 10n ** 18n
const tokens = Array.from({ length: 6 }, (_, i) => sampleAddress(0xa0 + i))

describe('findBestPath', () => {
  it('returns the same path as an exhaustive search', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const pools = randomPools(seed)
      const amountIn = BigInt(1 + (seed % 7)) * E18
      const query = queryOver(pools, amountIn)
      const found = findBestPath(query)
      const all = exhaustive(pools, tokens[0]!, tokens[1]!, amountIn)
      expect(found?.amountOut ?? 0n).toBe(all)
      expect(found?.steps.length ?? 1).toBeLessThanOrEqual(3)
    }
  })

  it('returns connected steps from the first token to the last', () => {
    const route = findBestPath(queryOver(randomPools(3), E18))!
    expect(route.steps[0]?.tokenIn).toBe(tokens[0])
    expect(route.steps.at(-1)?.tokenOut).toBe(tokens[1])
    for (const [i, step] of route.steps.entries()) {
      const next = route.steps[i + 1]
      if (!next) continue
      expect(next.tokenIn).toBe(step.tokenOut)
      expect(next.swap.amountIn).toBe(step.swap.amountOut)
    }
  })

  it('prefers a shorter path if the longer one gains less than its gas', () => {
    const [a, b, c] = tokens as [string, string, string]
    const pools = [
      getPool(1, a, b, 1_000n, 990n),
      getPool(2, a, c, 1_000n, 1_000n),
      getPool(3, c, b, 1_000n, 1_000n),
    ]
    const query = queryOver(pools, E18 / 10n)
    expect(findBestPath(query)?.steps).toHaveLength(2)
    const dear = { ...query, gasCost: (_: string, gas: number) => BigInt(gas) * 10n ** 11n }
    expect(findBestPath(dear)?.steps).toHaveLength(1)
  })

  it('returns undefined if no path can trade the whole amount', () => {
    expect(findBestPath(queryOver([], E18))).toBeUndefined()
    expect(findBestPath(queryOver(randomPools(1), 2n ** 159n))).toBeUndefined()
  })
})

function queryOver(pools: readonly Pool[], amountIn: bigint): PathQuery {
  return {
    tokenIn: tokens[0]!,
    tokenOut: tokens[1]!,
    amountIn,
    via: tokens,
    edges: (tokenIn, tokenOut) =>
      pools
        .filter((pool) => pool.tokens.some((t) => t === tokenIn) && pool.tokens.some((t) => t === tokenOut))
        .map((pool) => createEdge(pool, pool.tokens[0] === tokenIn)),
    gasCost: () => 0n,
  }
}

function randomPools(seed: number): Pool[] {
  const random = createRandom(seed)
  return Array.from({ length: 14 }, (_, n) => {
    const first = Math.floor(random.next() * tokens.length)
    const second = (first + 1 + Math.floor(random.next() * (tokens.length - 1))) % tokens.length
    const amount = () => BigInt(Math.ceil(random.next() * 1_000))
    return getPool(n, tokens[first]!, tokens[second]!, amount(), amount())
  })
}

function getPool(n: number, a: string, b: string, reserveA: bigint, reserveB: bigint): Pool {
  const [reserve0, reserve1] = a < b ? [reserveA, reserveB] : [reserveB, reserveA]
  const pair = [a, b].sort() as [`0x${string}`, `0x${string}`]
  return sampleV2Pool({ reserve0: reserve0 * E18, reserve1: reserve1 * E18 }, { n, tokens: pair })
}

/** Tries every path of at most three pools without a repeated token. */
function exhaustive(
  pools: readonly Pool[],
  from: string,
  to: string,
  amount: bigint,
  visited = [from],
): bigint {
  if (from === to) return amount
  if (visited.length > 3) return 0n
  let best = 0n
  for (const pool of pools) {
    const side = (pool.tokens as readonly string[]).indexOf(from)
    const next = pool.tokens[side === 0 ? 1 : 0]
    if (side < 0 || visited.includes(next)) continue
    const swap = pool.exactInput(side === 0, amount)
    if (!swap) continue
    const out = exhaustive(pools, next, to, swap.amountOut, [...visited, next])
    if (out > best) best = out
  }
  return best
}
