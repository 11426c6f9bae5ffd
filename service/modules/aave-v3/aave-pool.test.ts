import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { decodeReserveConfig } from './reserve-config.ts'
import { sampleAavePool } from './testing/sample-aave-pool.ts'

const E18 = 10n ** 18n

describePoolConformance('a lending reserve', sampleAavePool, { rounding: 8n })

describe('lending reserve', () => {
  it('pays as much as it receives in both directions', () => {
    expect(sampleAavePool().exactInput(true, 123n)?.amountOut).toBe(123n)
    expect(sampleAavePool().exactInput(false, 123n)?.amountOut).toBe(123n)
  })

  it('adds some units to an exact output, because its shares are rounded', () => {
    expect(sampleAavePool().exactOutput(true, 123n)).toMatchObject({ amountIn: 131n, amountOut: 123n })
    expect(sampleAavePool().exactOutput(false, 123n)).toMatchObject({ amountIn: 124n, amountOut: 123n })
  })

  it('accepts no more than its cap allows', () => {
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

  it('pays no more than its liquidity', () => {
    const pool = sampleAavePool({ liquidity: 7n })
    expect(pool.exactInput(false, 7n)).toBeDefined()
    expect(pool.exactInput(false, 8n)).toBeUndefined()
    expect(pool.exactInput(true, 1n)?.after().exactInput(false, 8n)).toBeDefined()
  })

  it('pays out while frozen and does nothing while paused', () => {
    const frozen = sampleAavePool({ canSupply: false })
    expect([frozen.isHealthy, frozen.exactInput(true, 1n), frozen.curve(true)]).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect(frozen.exactInput(false, 1n)).toBeDefined()
    expect(sampleAavePool({ canSupply: false, canWithdraw: false }).isHealthy).toBe(false)
  })

  it('has separate steps for supply and withdrawal', () => {
    const pool = sampleAavePool()
    expect([pool.step(true)?.kind, pool.step(false)?.kind]).toEqual([2, 3])
  })
})

describe('reserve configuration', () => {
  it('is decoded bit by bit', () => {
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
