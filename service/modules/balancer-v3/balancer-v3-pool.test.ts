import { describe, expect, it } from 'vitest'
import { encodeWord } from '../../lib/abi-words.ts'
import type { PoolLog } from '../core/pool.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { outdatingTopics, swapTopic } from './balancer-v3-state.ts'
import { sampleBalancerV3Pool } from './testing/sample-balancer-v3-pool.ts'

const E18 = 10n ** 18n
const weights = [(8n * E18) / 10n, (2n * E18) / 10n]
const rates = [E18 + 123_456_789n, (11n * E18) / 10n]

// One base unit of a token with six decimals equals 1e12 base units of the other.
const rounding = 4n * 10n ** 12n
describePoolConformance('a stable pool of a Balancer V3 vault', () => sampleBalancerV3Pool({ rates }), {
  rounding,
})
describePoolConformance(
  'a weighted pool of a Balancer V3 vault',
  () => sampleBalancerV3Pool({ balances: [1_000_000n * E18, 250_000n * E18] }, { scales: [1n, 1n], weights }),
  { rounding: 10n ** 12n },
)

describe('Balancer V3 pool', () => {
  it.each([
    ['is closed', { isOpen: false }],
    ['has a change without values in its log', { isOutdated: true }],
    ['has a rate that its provider does not return', { rates: [E18, 0n] }],
    ['is empty', { balances: [0n, 0n] }],
  ])('does not trade while it %s', (_, state) => {
    const pool = sampleBalancerV3Pool(state)
    expect(pool.isHealthy).toBe(false)
    expect(pool.exactInput(true, E18)).toBeUndefined()
    expect(pool.exactOutput(true, 10n ** 6n)).toBeUndefined()
    expect(pool.curve(true)).toBeUndefined()
  })

  it('rejects a trade after which one balance exceeds 10,000 times another', () => {
    const pool = sampleBalancerV3Pool(
      { balances: [20_000n * E18, 2n * E18 + 1n], swapFee: 0n },
      { scales: [1n, 1n] },
    )
    expect(pool.exactInput(false, E18)?.amountOut).toBeGreaterThan(0n)
    expect(pool.exactInput(true, E18)).toBeUndefined()
  })

  it("trades at least the vault's minimum, and at most 30 % of the balance if it is weighted", () => {
    const pool = sampleBalancerV3Pool({ balances: [E18, E18] }, { scales: [1n, 1n], weights })
    expect(pool.exactInput(true, 10n ** 6n)).toBeUndefined()
    expect(pool.exactInput(true, 10n ** 7n)?.amountOut).toBeGreaterThan(10n ** 6n)
    expect(pool.exactInput(true, (3n * E18) / 10n)).toBeDefined()
    expect(pool.exactInput(true, (31n * E18) / 100n)).toBeUndefined()
    expect(pool.exactOutput(true, (31n * E18) / 100n)).toBeUndefined()
  })

  it('is outdated after each log that does not contain the new values', () => {
    const pool = sampleBalancerV3Pool()
    const about = `0x${encodeWord(BigInt(pool.address))}` as const
    for (const topic of outdatingTopics) {
      const log: PoolLog = { address: sampleAddress(0xba), topics: [topic, about], data: '0x' }
      expect(pool.advance(log).isOutdated).toBe(true)
    }
    const swap = pool.exactInput(true, E18)
    const words = [E18, swap?.amountOut ?? 0n, E18 / 2_500n, E18 / 2_500n].map(encodeWord).join('')
    const tokens = pool.tokens.map((token) => `0x${encodeWord(BigInt(token))}` as const)
    const after = pool.advance({
      address: sampleAddress(0xba),
      topics: [swapTopic, about, ...tokens],
      data: `0x${words}`,
    })
    expect(after.isOutdated).toBe(false)
    expect(after.fingerprint()).toBe(swap?.after().fingerprint())
  })
})
