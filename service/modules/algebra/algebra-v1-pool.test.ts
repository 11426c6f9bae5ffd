import { describe, expect, it } from 'vitest'
import { encodeWord } from '../../lib/abi-words.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleV3Pool } from '../testing/sample-pools.ts'
import { sampleAlgebraV1Pool } from './testing/sample-algebra-v1-pool.ts'

const positions = [
  { lower: -60_000, upper: 60_000, delta: 10n ** 18n },
  { lower: -600, upper: 1_200, delta: 50n * 10n ** 18n },
  { lower: 30_000, upper: 36_000, delta: 10n ** 20n },
]
const create = (fee?: number) => sampleAlgebraV1Pool({ tick: 0, positions }, fee)
const word = (value: bigint) => `0x${encodeWord(value)}` as const
const SOLD = 4n * 10n ** 18n

describePoolConformance('a pool of Algebra V1', create)

describe('Algebra V1 pool', () => {
  it('trades like a V3 pool with a spacing of 60 at the current fee', () => {
    const same = sampleV3Pool({ tick: 0, positions }, { fee: 742, tickSpacing: 60 })
    const results = create().withResult?.(word(742n))
    for (const zeroForOne of [true, false]) {
      expect(results?.exactInput(zeroForOne, SOLD)?.amountOut).toBe(
        same.exactInput(zeroForOne, SOLD)?.amountOut,
      )
      expect(results?.exactOutput(zeroForOne, SOLD)?.amountIn).toBe(
        same.exactOutput(zeroForOne, SOLD)?.amountIn,
      )
    }
    expect(results).toMatchObject({ fee: 742, isHealthy: true })
    expect(results?.fingerprint()).toBe(create(742).fingerprint())
    expect(results?.fingerprint()).not.toBe(create().fingerprint())
  })

  it('reads its fee at every block with overridden code, apart from trusted contracts', () => {
    const [call] = create().watched ?? []
    const data = word(BigInt(create().address))
    expect(call).toMatchObject({ data, after: 0n, result: word(500n), isUntrusted: true })
    expect(call?.to).not.toBe(create().address)
    expect(call?.code).toMatch(/^0x36/)
  })

  it.each([
    ['none', undefined],
    ['a fee that the contract could not store', word(65_536n)],
    ['ones', word(2n ** 256n - 1n)],
  ])('does not trade while its fee is %s', (_, result) => {
    const silent = create().withResult?.(result)
    expect(silent).toMatchObject({ isHealthy: false, watched: [{ result }] })
    expect(silent?.exactInput(true, SOLD)).toBeUndefined()
    expect(silent?.curve(true)).toBeUndefined()
  })

  it('trades at the maximum fee', () => {
    expect(create().withResult?.(word(65_535n))).toMatchObject({ fee: 65_535, isHealthy: true })
  })
})
