import { describe, expect, it } from 'vitest'
import { maxBigInt, minBigInt } from '../../../wire/lib/amount.ts'
import { sampleAavePool } from '../../modules/aave-v3/testing/sample-aave-pool.ts'
import { sampleWeightedPool } from '../../modules/balancer-v2/testing/sample-weighted-pool.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleV2Pool, sampleV3Pool } from '../../modules/testing/sample-pools.ts'
import { createEdge } from '../market/market.ts'
import { estimateSale, quoteBest } from './best-offer.ts'
import { findCheapestPath } from './find-cheapest-path.ts'
import { findBestPath } from './find-path.ts'

const E18 = 10n ** 18n
const narrow = sampleV3Pool({ tick: 0, positions: [{ lower: -60, upper: 60, delta: 1_000n * E18 }] })
const pools: readonly Pool[] = [
  sampleV2Pool({ reserve0: 1_000n * E18, reserve1: 3_000n * E18 }),
  sampleV2Pool({ reserve0: 1_000n * E18, reserve1: 3_000n * E18 }, { n: 7, feeBps: 25 }),
  sampleV2Pool({ reserve0: 100n * E18, reserve1: 301n * E18 }, { n: 8 }),
  sampleAavePool(),
  sampleWeightedPool(),
  narrow,
]

describe('quoteBest', () => {
  it('returns the pool with the highest output of a sale', () => {
    const [tokenIn, tokenOut] = ['in', 'out']
    for (const amountIn of [1n, 3n, 1_000n, E18 / 1_000n, E18, 30n * E18, 500n * E18, 10_000n * E18]) {
      for (const gasPrice of [0n, 10n ** 9n, 10n ** 13n]) {
        const found = findBestPath({
          tokenIn,
          tokenOut,
          amountIn,
          via: [],
          edges: () => pools.map((pool) => createEdge(pool, true)),
          gasCost: (_, gas) => BigInt(gas) * gasPrice,
        })
        const nets = pools.flatMap((pool) => {
          const swap = pool.exactInput(true, amountIn)
          return swap ? [swap.amountOut - BigInt(swap.gas) * gasPrice] : []
        })
        const most = nets.reduce(maxBigInt)
        expect(found!.amountOut - BigInt(found!.gas) * gasPrice).toBe(most)
      }
    }
  })

  it('returns the pool with the lowest cost of a purchase', () => {
    const [tokenIn, tokenOut] = ['in', 'out']
    for (const amountOut of [1n, 3n, 1_000n, E18 / 1_000n, E18, 90n * E18, 299n * E18, 2_990n * E18]) {
      for (const gasPrice of [0n, 10n ** 9n, 10n ** 13n]) {
        const found = findCheapestPath({
          tokenIn,
          tokenOut,
          amountOut,
          via: [],
          edges: () => pools.map((pool) => createEdge(pool, true)),
          gasCost: (_, gas) => BigInt(gas) * gasPrice,
        })
        const costs = pools.flatMap((pool) => {
          const swap = pool.exactOutput(true, amountOut)
          return swap ? [swap.amountIn + BigInt(swap.gas) * gasPrice] : []
        })
        const least = costs.reduce(minBigInt)
        expect(found!.amountIn + BigInt(found!.gas) * gasPrice).toBe(least)
      }
    }
  })

  it('skips quotes of pools that certainly pay less', () => {
    let quoted = 0
    const edges = pools.map((pool) => createEdge(pool, true))
    quoteBest([{ edges, amount: E18, gas: 0 }], {
      gasPrice: 0,
      estimate: estimateSale,
      quote(_, { pool }) {
        quoted += 1
        const swap = pool.exactInput(true, E18)
        return swap && { net: swap.amountOut }
      },
    })
    expect(quoted).toBeLessThan(pools.length)
  })
})
