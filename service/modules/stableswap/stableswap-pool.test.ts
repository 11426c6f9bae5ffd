import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../devnet/random.ts'
import { expectBounds, expectNoTrade } from '../testing/expect-limits.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleStableswapPool } from './testing/sample-stableswap-pool.ts'

const E18 = 10n ** 18n
const EVEN = [1n, 1n]
const SCALES = [1n, 10n ** 12n, 10n ** 12n, 1n]

describePoolConformance('two coins of a StableSwap pool', sampleStableswapPool)
describePoolConformance('the last two of its coins', () => {
  const last = sampleStableswapPool().siblings?.at(-1)
  if (!last) throw new Error('It has no other pairs')
  return last
})
describePoolConformance(
  'a pool of two coins far from balance',
  () => sampleStableswapPool({ balances: [90_000n * E18, 1_400_000n * E18], amplification: 50n }, EVEN),
  // It rounds to the nearest, and gives a unit away.
  { rounding: 1n },
)

describe('a StableSwap pool', () => {
  it('asks for the least input that brings what is wanted', () => {
    const random = createRandom(20)
    const draw = (from: number, to: number) => BigInt(Math.floor(10 ** (from + random.next() * (to - from))))
    let bought = 0
    for (let i = 0; i < 300; i += 1) {
      const balances = SCALES.map((scale) => (draw(5, 9) * E18) / scale + draw(0, 5))
      const state = { balances, amplification: draw(0.5, 3.5), fee: draw(4, 8) }
      const first = sampleStableswapPool(state)
      const pool = [first, ...(first.siblings ?? [])][i % 6]!
      const zeroForOne = random.next() < 0.5
      const stock = Number(pool.depth[zeroForOne ? 1 : 0])
      const amountOut = BigInt(Math.ceil(stock * 10 ** (random.next() * 8 - 8)))
      const swap = pool.exactOutput(zeroForOne, amountOut)
      if (!swap) continue
      const brings = (amountIn: bigint) => pool.exactInput(zeroForOne, amountIn)?.amountOut ?? 0n
      expect(brings(swap.amountIn)).toBeGreaterThanOrEqual(amountOut)
      expect(brings(swap.amountIn - 1n)).toBeLessThan(amountOut)
      bought += 1
    }
    expect(bought).toBeGreaterThan(250)
  })

  it('is one contract with a pool for each two of its coins, which move together', () => {
    const first = sampleStableswapPool()
    expect(first.siblings).toHaveLength(5)
    const other = first.siblings?.[0]
    if (!other) throw new Error('It has no other pairs')
    const after = first.exactInput(true, 1_000_000n * E18)?.after(other)
    expect(after?.tokens).toEqual(other.tokens)
    expect(after?.depth[0]).toBe(first.depth[0] + 1_000_000n * E18)
  })

  it('keeps of its fees what is not withdrawn', () => {
    const pool = sampleStableswapPool({ adminFee: 0n })
    const shared = sampleStableswapPool()
    const sold = 100_000n * E18
    const [kept, left] = [pool, shared].map((each) => each.exactInput(true, sold)?.after().depth[1] ?? 0n)
    expect(pool.exactInput(true, sold)?.amountOut).toBe(shared.exactInput(true, sold)?.amountOut)
    // Half of 0.02 % of 100,000.
    expect(Number((kept ?? 0n) - (left ?? 0n)) / 1e6).toBeCloseTo(10, 0)
  })

  it('does not trade when it was killed, is empty, has no amplification, or keeps all as its fee', () => {
    const states = [
      { isKilled: true },
      { balances: [0n, 0n, 0n, 0n] },
      { balances: [E18, 10n ** 6n, 0n, E18] },
      { amplification: 0n },
      { fee: 10n ** 10n },
    ]
    for (const state of states) expectNoTrade(sampleStableswapPool(state))
  })

  it('refuses amounts with which its contract would overflow, and more than it has', () => {
    expectBounds(sampleStableswapPool(), sampleStableswapPool({ balances: [E18, 10n ** 40n] }, EVEN))
  })
})
