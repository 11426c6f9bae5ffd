import { describe, expect, it } from 'vitest'
import { describePoolConformance } from '../testing/pool-conformance.ts'
import { findConversion, toAssets, toShares } from './conversion.ts'
import { sampleVaultPool } from './testing/sample-vault-pool.ts'

const E18 = 10n ** 18n
const RATE = 1_071_234_567_890_123_456_789_012_347n

describePoolConformance('a vault', sampleVaultPool)
describePoolConformance('a vault whose shares have a rate', () =>
  sampleVaultPool({ virtualAssets: 0n, virtualShares: 0n, rate: RATE }),
)

describe('vault pool', () => {
  it('rounds against depositors and withdrawers', () => {
    const pool = sampleVaultPool({ totalAssets: 10n, totalSupply: 6n, virtualAssets: 1n, virtualShares: 1n })
    expect(pool.exactInput(true, 10n)?.amountOut).toBe(6n)
    expect(pool.exactInput(false, 5n)?.amountOut).toBe(7n)
    expect(pool.exactOutput(true, 6n)?.amountIn).toBe(10n)
    expect(pool.exactOutput(false, 7n)?.amountIn).toBe(5n)
  })

  it('accepts no more than its limit and pays no more than its idle assets', () => {
    const pool = sampleVaultPool({ depositRoom: E18, idleAssets: E18 })
    expect(pool.exactInput(true, E18)).toBeDefined()
    expect(pool.exactInput(true, E18 + 1n)).toBeUndefined()
    expect(pool.exactInput(false, 2n * E18)).toBeUndefined()
  })

  it('converts by its own rate if it has one, whatever it holds', () => {
    const totals = { totalAssets: 5n, totalSupply: 3n, virtualAssets: 0n, virtualShares: 0n }
    const conversion = { ...totals, rate: RATE }
    expect(toShares(conversion, RATE)).toBe(10n ** 27n)
    expect(toAssets(conversion, 10n ** 27n)).toBe(RATE)
    const deposits = [{ given: RATE + 1n, received: toShares(conversion, RATE + 1n) }]
    expect(findConversion(totals, { deposits, redemptions: [] }, RATE)).toEqual(conversion)
    expect(findConversion(totals, { deposits, redemptions: [] }, RATE + 10n)).toBeUndefined()
  })

  it('has separate steps for deposit and redemption', () => {
    const pool = sampleVaultPool()
    expect([pool.step(true)?.kind, pool.step(false)?.kind]).toEqual([4, 5])
  })
})

describe('vault conversion', () => {
  const totals = { totalAssets: 1_234_567n * E18 + 5n, totalSupply: 1_000_000n * E18 + 3n }
  const sizes = [1_000_003n, E18 + 7n, 10n ** 27n + 9n]

  it.each([
    { virtualAssets: 0n, virtualShares: 0n },
    { virtualAssets: 1n, virtualShares: 1n },
    { virtualAssets: 1n, virtualShares: 10n ** 6n },
    { virtualAssets: 1n, virtualShares: 10n ** 12n },
  ])("is derived from the vault's previews: %o", (virtual) => {
    const conversion = { ...totals, ...virtual }
    const deposits = sizes.map((given) => ({ given, received: toShares(conversion, given) }))
    const redemptions = sizes.map((given) => ({ given, received: toAssets(conversion, given) }))
    expect(findConversion(totals, { deposits, redemptions })).toEqual(conversion)
    const charged = redemptions.map(({ given, received }) => ({
      given,
      received: received - received / 1000n,
    }))
    expect(findConversion(totals, { deposits, redemptions: charged })).toBeUndefined()
  })
})
