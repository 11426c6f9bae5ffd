import { encodeAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { sampleV2Pool } from '../testing/sample-pools.ts'
import { syncTopic } from './v2-pool.ts'

const E18 = 10n ** 18n
const create = () => sampleV2Pool({ reserve0: 1_000n * E18, reserve1: 3_000_000_000_000n })

describePoolConformance('a pair', create)

describe('constant-product pair', () => {
  it('computes like the published library', () => {
    const pool = sampleV2Pool({ reserve0: 5n * E18, reserve1: 10n * E18 })
    expect(pool.exactInput(true, E18)?.amountOut).toBe(1662497915624478906n)
    expect(pool.exactOutput(true, E18)?.amountIn).toBe(557227237267357629n)
  })

  it('applies the fee of its fork', () => {
    const state = { reserve0: 5n * E18, reserve1: 10n * E18 }
    const cheap = sampleV2Pool(state, { feeBps: 20 }).exactInput(true, E18)
    expect(cheap?.amountOut).toBe((E18 * 9980n * 10n * E18) / (5n * E18 * 10_000n + E18 * 9980n))
  })

  it('rejects amounts that overflow its reserves', () => {
    expect(create().exactInput(true, 2n ** 112n)).toBeUndefined()
    expect(create().exactOutput(false, 1_000n * E18)).toBeUndefined()
  })

  it('follows Sync', () => {
    const data = encodeAbiParameters([{ type: 'uint112' }, { type: 'uint112' }], [7n, 9n])
    const pool = create()
    const next = pool.advance({ address: pool.address, topics: [syncTopic], data })
    expect(next.depth).toEqual([7n, 9n])
    expect(pool.depth).toEqual([1_000n * E18, 3_000_000_000_000n])
  })

  it('does not trade while empty', () => {
    const pool = sampleV2Pool({ reserve0: 0n, reserve1: 0n })
    expect(pool.isHealthy).toBe(false)
    expect(pool.exactInput(true, 1n)).toBeUndefined()
    expect(pool.exactOutput(true, 1n)).toBeUndefined()
  })
})
