import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { decodeReserveConfig } from './reserve-config.ts'
import { sampleAavePool } from './testing/sample-aave-pool.ts'

const E18 = 10n ** 18n

describePoolConformance('a lending reserve', sampleAavePool, { rounding: 8n })

describe('a lending reserve', () => {
  it('gives as much as it takes, both ways', () => {
    expect(sampleAavePool().exactInput(true, 123n)?.amountOut).toBe(123n)
    expect(sampleAavePool().exactInput(false, 123n)?.amountOut).toBe(123n)
  })

  it('asks for some units more than an exact output, for its shares are rounded', () => {
    expect(sampleAavePool().exactOutput(true, 123n)).toMatchObject({ amountIn: 131n, amountOut: 123n })
    expect(sampleAavePool().exactOutput(false, 123n)).toMatchObject({ amountIn: 124n, amountOut: 123n })
  })

  it('takes no more than its cap leaves room for', () => {
    const pool = sampleAavePool({ supplyRoom: 5n * E18 })
    const filled = pool.exactInput(true, 5n * E18)?.after()
    expect(pool.exactInput(true, 5n * E18 + 1n)).toBeUndefined()
    expect(filled?.exactInput(true, 1n)).toBeUndefined()
    expect(
      filled
        ?.exactInput(false, 5n * E18)
        ?.after()
        .exactInput(true, 1n),
    ).toBeDefined()
  })

  it('gives back no more than is there', () => {
    const pool = sampleAavePool({ liquidity: 7n })
    expect(pool.exactInput(false, 7n)).toBeDefined()
    expect(pool.exactInput(false, 8n)).toBeUndefined()
    expect(pool.exactInput(true, 1n)?.after().exactInput(false, 8n)).toBeDefined()
  })

  it('pays out while it is frozen, and does nothing while it is paused', () => {
    const frozen = sampleAavePool({ canSupply: false })
    expect([frozen.isHealthy, frozen.exactInput(true, 1n), frozen.curve(true)]).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect(frozen.exactInput(false, 1n)).toBeDefined()
    expect(sampleAavePool({ canSupply: false, canWithdraw: false }).isHealthy).toBe(false)
  })

  it('is entered and left by steps of their own', () => {
    const pool = sampleAavePool()
    expect([pool.step(true)?.kind, pool.step(false)?.kind]).toEqual([2, 3])
  })
})

describe('the configuration of a reserve', () => {
  it('is read bit by bit', () => {
    const word = (6n << 48n) | (1n << 56n) | (1n << 60n) | (1_000_000n << 116n) | (0xffffn << 64n)
    expect(decodeReserveConfig(word)).toEqual({
      decimals: 6n,
      isActive: true,
      isFrozen: false,
      isPaused: true,
      supplyCap: 1_000_000n,
      reserveFactor: 0xffffn,
      isVirtual: false,
    })
    expect(decodeReserveConfig(1n << 57n).isFrozen).toBe(true)
  })
})
