import type { Address, Hex } from 'viem'
import { expect } from 'vitest'
import type { Step } from '../../../contracts/testing/route.ts'
import { type Market, UNIT } from '../../../contracts/testing/start-market.ts'
import type { Random } from '../../../wire/testing/random.ts'
import type { FollowedModule } from '../core/module.ts'
import type { Pool, PoolIdentity, PoolLog } from '../core/pool.ts'

/** Quotes compared in parallel. */
const BATCH = 50

/** The pools of a V3 fork on the market of the contract tests. */
interface Fork {
  pools: Readonly<Record<string, Address>>
  addToPool(pool: Address, range: { lower: number; upper: number; delta: bigint }): Promise<void>
  askPool(
    pool: Address,
    zeroForOne: boolean,
    amount: bigint,
  ): Promise<{ taken: bigint; given: bigint; price: bigint }>
}

/**
 * Adds ranges over several bitmap words, at the price and away from it, the outermost behind gaps.
 */
export async function addRanges({ pools, addToPool }: Fork): Promise<void> {
  const ranges = [
    [-600, 1_200, 40n],
    [1_200, 6_000, 3n],
    [-36_000, -18_000, 100n],
    [-60_000, 60_000, 1n],
    [-120_000, -90_000, 500n],
    [90_000, 120_000, 500n],
  ] as const
  for (const pool of Object.values(pools)) {
    for (const [lower, upper, units] of ranges) {
      await addToPool(pool, { lower, upper, delta: units * 7_919n * UNIT + 13n })
    }
  }
}

interface Compared {
  pools: readonly Pool[]
  count: number
  random: Random
}

/** Expects quotes of all sizes to equal the pools' trades in the same block, to the wei. */
export async function compareQuotes({ askPool }: Fork, { pools, count, random }: Compared) {
  const counts = { filled: 0, crossed: 0 }
  const samples = Array.from({ length: count }, (_, i) => {
    const pool = pools[i % pools.length]
    if (!pool) throw new Error('No pool was loaded')
    const [zeroForOne, isInput] = [random.next() < 0.5, random.next() < 0.6]
    const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
    const amount = BigInt(Math.ceil(depth * 10 ** (random.next() * 9 - 8.6)))
    return { pool, zeroForOne, isInput, amount }
  })
  for (let start = 0; start < count; start += BATCH) {
    const batch = samples.slice(start, start + BATCH).map(async ({ pool, zeroForOne, isInput, amount }) => {
      const ours = isInput ? pool.exactInput(zeroForOne, amount) : pool.exactOutput(zeroForOne, amount)
      const { taken, given, price } = await askPool(pool.address, zeroForOne, isInput ? amount : -amount)
      if ((isInput ? taken : given) !== amount || given === 0n) {
        expect(ours, `${amount}`).toBeUndefined()
        return
      }
      expect([ours?.amountIn, ours?.amountOut], `${amount}`).toEqual([taken, given])
      expect(ours?.after().spot.numerator).toBe(price * price)
      counts.filled += 1
      if (ours && ours.gas > pool.swapGas) counts.crossed += 1
    })
    await Promise.all(batch)
  }
  return counts
}

export async function getPoolLogs(
  { client }: Market,
  { address, topics, fromBlock = 0n }: { address: Address; topics: readonly Hex[]; fromBlock?: bigint },
): Promise<PoolLog[]> {
  const logs = await client.getLogs({ address, fromBlock })
  return logs.flatMap(({ topics: found, data }) =>
    found[0] && topics.includes(found[0]) ? [{ address, topics: found, data }] : [],
  )
}

/** Returns the pools that a factory announced. */
export async function discoverPools(
  market: Market,
  { module, factory }: { module: FollowedModule; factory: Address },
): Promise<PoolIdentity[]> {
  const logs = await getPoolLogs(market, { address: factory, topics: [module.createdTopic] })
  return logs.flatMap((log) => {
    const identity = module.identify(log)
    if (identity) expect(module.getAnnounced?.(log)).toBe(identity.address)
    return identity ?? []
  })
}

/** Throws without a matching pool. */
export function findPool(pools: readonly Pool[], { tokenIn, tokenOut }: Step): Pool {
  const tokens = [tokenIn, tokenOut].map((token) => token.toLowerCase() as Address)
  const found = pools.find((pool) => tokens.every((token) => pool.tokens.includes(token)))
  if (!found) throw new Error(`No pool trades ${tokens.join(' for ')}`)
  return found
}
