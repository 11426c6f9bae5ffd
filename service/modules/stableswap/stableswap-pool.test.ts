import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { expectBounds, expectNoTrade } from '../testing/expect-limits.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { outdatingTopics } from './stableswap-pool.ts'
import { sampleStableswapFactoryPool, sampleStableswapPool } from './testing/sample-stableswap-pool.ts'

const E18 = 10n ** 18n
const EVEN = [1n, 1n]
const SCALES = [1n, 10n ** 12n, 10n ** 12n, 1n]

describePoolConformance('two coins of a StableSwap pool', sampleStableswapPool)
describePoolConformance('the last two of its coins', () => {
  const last = sampleStableswapPool().siblings?.at(-1)
  if (!last) throw new Error('The pool has no other pairs')
  return last
})
describePoolConformance(
  'a pool of two coins far from balance',
  () => sampleStableswapPool({ balances: [90_000n * E18, 1_400_000n * E18], amplification: 50n }, EVEN),
  // This code rounds to the nearest unit and loses one.
  { rounding: 1n },
)

describePoolConformance("two coins of a pool of 3pool's code", () =>
  sampleStableswapPool({ code: 'threePool', amplification: 2_000n }),
)
describePoolConformance('a pool of a factory of StableSwap', sampleStableswapFactoryPool)
describePoolConformance('a pool of a factory far from balance', () =>
  sampleStableswapFactoryPool({ balances: [90_000n * E18, 1_400_000_000_003n], amplification: 5_000n }),
)

/** Codes with an amplification that counts as 256. */
const CODES = [
  ['first', 256n],
  ['threePool', 256n],
  ['later', 25_600n],
  ['twoCoins', 25_600n],
] as const

describe('StableSwap pool', () => {
  it.each(CODES)('requests the minimum input with the code %s', (code, whole) => {
    const random = createRandom(20)
    const precision = whole / 256n
    const draw = (from: number, to: number) => BigInt(Math.floor(10 ** (from + random.next() * (to - from))))
    let bought = 0
    for (let i = 0; i < 300; i += 1) {
      const balances = SCALES.map((scale) => (draw(5, 9) * E18) / scale + draw(0, 5))
      const state = { code, balances, amplification: draw(0.5, 3.5) * precision, fee: draw(4, 8) }
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

  it('has one pool per pair of its coins, which change together', () => {
    const first = sampleStableswapPool()
    expect(first.siblings).toHaveLength(5)
    const other = first.siblings?.[0]
    if (!other) throw new Error('The pool has no other pairs')
    const after = first.exactInput(true, 1_000_000n * E18)?.after(other)
    expect(after?.tokens).toEqual(other.tokens)
    expect(after?.depth[0]).toBe(first.depth[0] + 1_000_000n * E18)
  })

  it('keeps the part of its fees that is not withdrawn', () => {
    const pool = sampleStableswapPool({ adminFee: 0n })
    const shared = sampleStableswapPool()
    const sold = 100_000n * E18
    const [kept, left] = [pool, shared].map((each) => each.exactInput(true, sold)?.after().depth[1] ?? 0n)
    expect(pool.exactInput(true, sold)?.amountOut).toBe(shared.exactInput(true, sold)?.amountOut)
    // Half of 0.02 % of 100,000.
    expect(Number((kept ?? 0n) - (left ?? 0n)) / 1e6).toBeCloseTo(10, 0)
  })

  it('pays the same with each code, up to one unit', () => {
    const paid = CODES.map(([code, amplification]) => {
      const pool = sampleStableswapPool({ code, amplification, fee: 0n })
      return pool.siblings?.[2]?.exactInput(true, 1_000_000_000n)?.amountOut ?? 0n
    })
    expect(new Set(paid).size).toBeLessThanOrEqual(2)
    for (const each of paid) expect(Math.abs(Number((paid[0] ?? 0n) - each))).toBeLessThanOrEqual(1)
  })

  it('appears in its steps if it belongs to a factory, and is reloaded after a change', () => {
    const pool = sampleStableswapFactoryPool()
    const address = pool.address.slice(2)
    expect(pool.step(true)?.data).toContain(address)
    expect(sampleStableswapPool().step(true)?.data).not.toContain(sampleStableswapPool().address.slice(2))
    for (const topic of outdatingTopics) {
      const next = pool.advance({ address: pool.address, topics: [topic], data: '0x' })
      expect(next.isOutdated).toBe(true)
      expect(next.isHealthy).toBe(false)
      expect(next.fingerprint()).not.toBe(pool.fingerprint())
    }
    const other = { address: pool.address, topics: ['0x12' as const], data: '0x' as const }
    expect(pool.advance(other)).toBe(pool)
    const lone = sampleStableswapPool()
    expect(lone.advance({ ...other, topics: outdatingTopics })).toBe(lone)
  })

  it('does not trade if killed, empty, without amplification, or with a fee of 100 %', () => {
    const states = [
      { isKilled: true },
      { balances: [0n, 0n, 0n, 0n] },
      { balances: [E18, 10n ** 6n, 0n, E18] },
      { amplification: 0n },
      { fee: 10n ** 10n },
    ]
    for (const state of states)
      for (const [code] of CODES) expectNoTrade(sampleStableswapPool({ ...state, code }))
  })

  it('rejects amounts that overflow its contract or exceed its holdings', () => {
    expectBounds(sampleStableswapPool(), sampleStableswapPool({ balances: [E18, 10n ** 40n] }, EVEN))
  })
})
