import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import type { Pool } from '../core/pool.ts'
import {
  startWeightedChain,
  WEIGHTED_GENERATIONS,
  type WeightedChain,
  type WeightedGeneration,
} from './testing/weighted-chain.ts'

const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 2_000 : 80
const E18 = 10n ** 18n
/** Pairs of weights whose exponents are 1, 2, 4, their inverses, and other values. */
const WEIGHTS: readonly (readonly bigint[])[] = [
  [50n, 50n],
  [80n, 20n],
  [40n, 20n, 40n],
  [60n, 15n, 25n],
]

let chain: WeightedChain

beforeAll(async () => {
  chain = await startWeightedChain()
})

afterAll(async () => chain?.stop())

/** Quotes random swaps of the pools and returns the number of filled swaps. */
async function expectExact(pools: readonly Pool[], seed: number): Promise<number> {
  const random = createRandom(seed)
  const samples = Array.from({ length: QUOTES }, (_, i) => {
    const pool = pools[i % pools.length]!
    const [zeroForOne, isInput] = [random.next() < 0.5, random.next() < 0.5]
    const depth = Number(pool.depth[zeroForOne === isInput ? 0 : 1])
    return { pool, zeroForOne, isInput, amount: BigInt(Math.ceil(depth * 10 ** (random.next() * 8 - 8.4))) }
  })
  let filled = 0
  for (const { pool, ...sample } of samples) {
    const expected = await chain.query(pool, sample)
    const ours = sample.isInput
      ? pool.exactInput(sample.zeroForOne, sample.amount)?.amountOut
      : pool.exactOutput(sample.zeroForOne, sample.amount)?.amountIn
    expect(ours, `${sample.amount} of ${pool.tokens}`).toBe(expected === 0n ? undefined : expected)
    if (ours) filled += 1
  }
  return filled
}

describe.each(WEIGHTED_GENERATIONS)('weighted pools of the factory %s', (generation: WeightedGeneration) => {
  it("equal the contracts' results to the wei, for inputs and outputs", async () => {
    const lists = WEIGHTS.filter(({ length }) => generation !== 'twoTokens' || length === 2)
    const made = new Set<string>()
    for (const weights of lists) {
      const { address } = await chain.addPool({
        generation,
        swapFee: E18 / 300n,
        tokens: weights.map((weight, k) => ({
          weight: weight * (E18 / 100n),
          decimals: [18, 6, 8][k]!,
          amount: 60_160n * BigInt(k + 1) ** 3n + 7n,
        })),
      })
      made.add(address.toLowerCase())
    }
    const pools = [...(await chain.load()).values()]
      .filter(({ address }) => made.has(address))
      .flatMap((pool) => [pool, ...(pool.siblings ?? [])])
    expect(pools).toHaveLength(generation === 'twoTokens' ? 2 : 8)
    expect(await expectExact(pools, 7)).toBeGreaterThan(QUOTES / 2)
  })
})
