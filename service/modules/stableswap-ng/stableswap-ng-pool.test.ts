import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { expectBounds, expectNoTrade } from '../testing/expect-limits.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { outdatingTopics } from './stableswap-ng-pool.ts'
import { sampleStableswapNgPool } from './testing/sample-stableswap-ng-pool.ts'

const E18 = 10n ** 18n
const TWO = { decimals: [18, 18] }

describePoolConformance('two coins of a StableSwap-NG pool', sampleStableswapNgPool)
describePoolConformance('the last two of its coins', () => {
  const last = sampleStableswapNgPool().siblings?.at(-1)
  if (!last) throw new Error('The pool has no other pairs')
  return last
})
describePoolConformance('a pool whose second coin is a share worth more', () =>
  sampleStableswapNgPool(
    { balances: [900_000n * E18, 1_100_000n * E18], rates: [E18, 1_123_456_789_012_345_678n] },
    TWO,
  ),
)
describePoolConformance(
  'a pool far from balance, whose fee falls as its balances meet',
  () => sampleStableswapNgPool({ balances: [300_000n * E18, 1_400_000n * E18] }, TWO),
  { rounding: 10n ** 8n },
)

describe('StableSwap-NG pool', () => {
  it('requests the minimum input, or at most a billionth more', () => {
    const random = createRandom(23)
    const draw = (from: number, to: number) => BigInt(Math.floor(10 ** (from + random.next() * (to - from))))
    const decimals = [18, 6, 8, 18]
    let [bought, least] = [0, 0]
    for (let i = 0; i < 300; i += 1) {
      const balances = decimals.map((own) => draw(5, 7) * 10n ** BigInt(own) + draw(0, 5))
      const params = { amplification: draw(2.5, 5.5), fee: draw(4, 7), feeMultiplier: draw(9, 12) }
      const first = sampleStableswapNgPool({ balances, ...params }, { decimals })
      const pool = [first, ...(first.siblings ?? [])][i % 6]!
      const zeroForOne = random.next() < 0.5
      const stock = Number(pool.depth[zeroForOne ? 1 : 0])
      const amountOut = BigInt(Math.ceil(stock * 10 ** (random.next() * 8 - 8)))
      const swap = pool.exactOutput(zeroForOne, amountOut)
      if (!swap) continue
      const brings = (amountIn: bigint) => pool.exactInput(zeroForOne, amountIn)?.amountOut ?? 0n
      expect(brings(swap.amountIn)).toBeGreaterThanOrEqual(amountOut)
      expect(brings(swap.amountIn - swap.amountIn / 10n ** 9n - 1n)).toBeLessThanOrEqual(amountOut)
      if (brings(swap.amountIn - 1n) < amountOut) least += 1
      bought += 1
    }
    expect(bought).toBeGreaterThan(250)
    expect(least).toBeGreaterThan(bought * 0.95)
  })

  it('charges a fee that grows as balances diverge, and at least the base fee', () => {
    const even = { balances: [E18 * 1_000_000n, E18 * 1_000_000n], amplification: 1_000_000n }
    const sell = (balances: readonly bigint[], feeMultiplier: bigint) =>
      sampleStableswapNgPool({ ...even, balances, feeMultiplier }, TWO).exactInput(true, E18)?.amountOut ?? 0n
    const lost = (balances: readonly bigint[]) =>
      Number(sell(balances, 0n) - sell(balances, 50_000_000_000n)) / 1e18
    expect(lost(even.balances)).toBeCloseTo(0, 9)
    // 0.01 % of one, times 5 / (4 · 4 · 3 / 16 + 1) minus one.
    expect(lost([E18 * 1_000_000n, E18 * 3_000_000n])).toBeCloseTo(0.0001 * 0.25, 7)
  })

  it('is reloaded after a change and does not trade before', () => {
    const pool = sampleStableswapNgPool()
    for (const topic of outdatingTopics) {
      const next = pool.advance({ address: pool.address, topics: [topic], data: '0x' })
      expect(next.isOutdated).toBe(true)
      expect(next.isHealthy).toBe(false)
      expect(next.fingerprint()).not.toBe(pool.fingerprint())
    }
  })

  it('does not trade if a vault does not respond, a balance or the amplification is zero, or the fee is 100 %', () => {
    const states = [
      { rates: [0n, 0n, 0n] },
      { balances: [0n, 0n, 0n] },
      { balances: [E18, 10n ** 6n, 0n] },
      { amplification: 0n },
      { fee: 10n ** 10n },
    ]
    for (const state of states) expectNoTrade(sampleStableswapNgPool(state))
  })

  it('has no curve if its fee takes the whole output, and does not break a search', () => {
    const state = { balances: [113n, 88n * E18], fee: 10n ** 9n, feeMultiplier: 10n ** 12n }
    const pool = sampleStableswapNgPool(state, { decimals: [6, 18] })
    expect(pool.isHealthy).toBe(true)
    expect(pool.curve?.(true)).toBeUndefined()
    expect(pool.curve?.(true)).toBeUndefined()
  })

  it('rejects amounts that overflow its contract or exceed its holdings', () => {
    expectBounds(sampleStableswapNgPool(), sampleStableswapNgPool({ balances: [E18, 10n ** 40n] }, TWO))
  })
})
