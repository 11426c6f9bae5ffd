import { encodeAbiParameters, type Hex, toEventSelector, zeroHash } from 'viem'
import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleAddress } from '../testing/sample-pools.ts'
import { balanceTopic, feeTopic, pausedTopic, swapTopic } from './pool-state.ts'
import { getInvariant } from './stable-math.ts'
import { sampleStablePool } from './testing/sample-stable-pool.ts'

const E18 = 10n ** 18n
const BPT = 2n ** 111n
const three = [1n, 1n, 1n]

/** The contracts round each step of their own solution. */
const rounding = { rounding: 1_000n }

describePoolConformance('a stable pool', () => sampleStablePool(), rounding)
describePoolConformance(
  'a stable pool of the first generation',
  () => sampleStablePool({}, { roundsUp: true }),
  rounding,
)
describePoolConformance(
  'a stable pool with a rate, a low amplification and unequal balances',
  () =>
    sampleStablePool(
      { balances: [30_000n * E18, BPT, 900_000n * E18], rates: [(E18 * 116n) / 100n, E18, E18], amp: 3_000n },
      { scales: [1n, 1n] },
    ),
  rounding,
)
describePoolConformance(
  'a stable pool of three tokens with a high amplification, nearly empty of one',
  () =>
    sampleStablePool(
      {
        balances: [2_000_000n * E18, BPT, 9_000n * E18, 700_000n * E18],
        rates: [E18, E18, E18, E18],
        amp: 5_000_000n,
      },
      { scales: three },
    ),
  rounding,
)

describe('stable pool', () => {
  const log = (topic: Hex, data: Hex, ...topics: Hex[]) => ({
    address: sampleAddress(0xf098),
    topics: [topic, zeroHash, ...topics],
    data,
  })
  const words = (...values: bigint[]) =>
    encodeAbiParameters(
      values.map(() => ({ type: 'uint256' })),
      values,
    )

  it('never trades its own token', () => {
    const pool = sampleStablePool(
      { balances: [E18, BPT, E18, E18], rates: [E18, E18, E18, E18] },
      { scales: three },
    )
    const pairs = [pool, ...(pool.siblings ?? [])].map(({ tokens }) => tokens.map((token) => token.slice(-2)))
    expect(pairs).toEqual([
      ['a1', 'a2'],
      ['a1', 'a3'],
      ['a2', 'a3'],
    ])
  })

  it('prices its tokens by their rates near balance', () => {
    const rates = [2n * E18, E18, E18]
    const pool = sampleStablePool({ rates, balances: [500n * E18, BPT, 1_000n * E18] }, { scales: [1n, 1n] })
    expect(Number(pool.exactInput(true, E18)?.amountOut) / 1e18).toBeCloseTo(1.9992, 4)
    expect(Number(pool.spot.numerator) / Number(pool.spot.denominator)).toBeCloseTo(2, 9)
  })

  it('follows swaps, joins through its own token, fee changes and pauses', () => {
    const pool = sampleStablePool()
    const token = (address: string) => `0x${address.slice(2).padStart(64, '0')}` as Hex
    const swapped = pool.advance(log(swapTopic, words(7n, 9n), token(pool.tokens[1]), token(pool.tokens[0])))
    expect(swapped.depth).toEqual([pool.depth[0] - 9n, pool.depth[1] + 7n])
    const joined = pool.advance(log(swapTopic, words(7n, 9n), token(pool.tokens[1]), token(pool.address)))
    expect(joined.depth).toEqual([pool.depth[0], pool.depth[1] + 7n])
    const lists = [{ type: 'address[]' }, { type: 'int256[]' }, { type: 'uint256[]' }] as const
    const all = [pool.tokens[0], pool.address, pool.tokens[1]]
    const changed = encodeAbiParameters(lists, [all, [-5n, 100n, 6n], [1n, 0n, 2n]])
    expect(pool.advance(log(balanceTopic, changed)).depth).toEqual([pool.depth[0] - 6n, pool.depth[1] + 4n])
    expect(pool.advance(log(feeTopic, words(E18 / 100n))).fee).toBe(10_000)
    expect(pool.advance(log(pausedTopic, words(1n))).isHealthy).toBe(false)
  })

  it('stops trading after a log of rates or amplification until it is reloaded', () => {
    for (const event of ['TokenRateCacheUpdated(uint256,uint256)', 'AmpUpdateStopped(uint256)']) {
      const next = sampleStablePool().advance(log(toEventSelector(event), words(E18)))
      expect([next.isOutdated, next.isHealthy]).toEqual([true, false])
      expect(next.exactInput(true, E18)).toBeUndefined()
    }
  })

  it('does not trade while a balance is zero or a rate is missing', () => {
    expect(sampleStablePool({ balances: [E18, BPT, 0n] }).isHealthy).toBe(false)
    expect(sampleStablePool({ rates: [0n, E18, E18] }).isHealthy).toBe(false)
  })

  it('has a finite curve with few points for extreme rates and balances', () => {
    const rates = [1n, 10n ** 9n, E18, 932_089_199_098_800_000_000_001n, 2n ** 95n]
    const held = [3n, 188n, 10n ** 9n, 3_010_391_332n, 10n ** 24n]
    const amps = [1_000n, 199_000n, 5_000_000n]
    let longest = 0
    for (const [i, rate0] of rates.entries()) {
      for (const [k, balance0] of held.entries()) {
        const pool = sampleStablePool({
          balances: [balance0, BPT, held[(k + i) % held.length] ?? 0n],
          rates: [rate0, E18, rates[(i + k) % rates.length] ?? 0n],
          amp: amps[(i + k) % amps.length] ?? 0n,
        })
        for (const zeroForOne of [true, false]) {
          const curve = pool.curve(zeroForOne)
          longest = Math.max(longest, curve?.starts.length ?? 0)
          const numbers = curve ? [curve.startPrice, ...curve.starts, ...curve.netIn, ...curve.out] : []
          expect(numbers.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
        }
      }
    }
    expect(longest).toBeGreaterThan(1_000)
    expect(longest).toBeLessThanOrEqual(2_048)
  })

  it('throws where the contracts overflow', () => {
    expect(() => getInvariant(200_000n, [2n ** 200n, 2n ** 200n], false)).toThrow(RangeError)
    expect(getInvariant(200_000n, [0n, 0n], true)).toBe(0n)
  })
})
