import { describe, expect, it } from 'vitest'
import { encodeWord } from '../../lib/abi-words.ts'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleV3Pool } from '../testing/sample-pools.ts'
import { sampleSlipstreamPool } from './testing/sample-slipstream-pool.ts'

const positions = [
  { lower: -60_000, upper: 60_000, delta: 10n ** 18n },
  { lower: -600, upper: 1_200, delta: 50n * 10n ** 18n },
  { lower: 30_000, upper: 36_000, delta: 10n ** 20n },
]
const create = (fee?: number) => sampleSlipstreamPool({ tick: 0, positions }, fee)
const SOLD = 4n * 10n ** 18n

describePoolConformance('a pool of Slipstream', create)

describe('Slipstream pool', () => {
  it('trades like a V3 pool with its spacing at its reported fee', () => {
    const same = sampleV3Pool({ tick: 0, positions }, { fee: 742, tickSpacing: 100 })
    const results = create().withResult?.(`0x${encodeWord(742n)}`)
    for (const zeroForOne of [true, false]) {
      expect(results?.exactInput(zeroForOne, SOLD)?.amountOut).toBe(
        same.exactInput(zeroForOne, SOLD)?.amountOut,
      )
      expect(results?.exactOutput(zeroForOne, SOLD)?.amountIn).toBe(
        same.exactOutput(zeroForOne, SOLD)?.amountIn,
      )
    }
  })

  it('is identified by its spacing, and changes with its fee', () => {
    expect(create().step(true)?.data).toBe(`0x${encodeWord(100n)}`)
    expect(create(742)).toMatchObject({ fee: 742, isHealthy: true })
    expect(create(742).fingerprint()).not.toBe(create().fingerprint())
    expect(
      create()
        .withResult?.(`0x${encodeWord(742n)}`)
        .fingerprint(),
    ).toBe(create(742).fingerprint())
  })

  it('watches its fee at every block and trades only while it is readable', () => {
    const [call] = create().watched ?? []
    expect(call).toMatchObject({ to: create().address, after: 0n, result: `0x${encodeWord(500n)}` })
    expect(create().withResult?.(undefined)).toMatchObject({
      isHealthy: false,
      watched: [{ result: undefined }],
    })
  })
})
