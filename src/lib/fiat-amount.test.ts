import { describe, expect, it } from 'vitest'
import { amountForUsd, centsForAmount } from './fiat-amount.ts'

describe('USD amount in token units', () => {
  it.each([
    ['100', 18, 2_500, 40_000_000_000_000_000n],
    ['1', 6, 1, 1_000_000n],
    ['0.01', 18, 2_431.7, 4_112_349_385_203n],
    ['1', 18, 3, 333_333_333_333_333_333n],
    // Nineteen digits exceed the precision of a number.
    ['9007199254740993', 2, 1, 900_719_925_474_099_300n],
    ['1', 18, 0.000_000_012_3, 81_300_813_008_130_081_300_813_008n],
    ['1', 0, 64_000, 0n],
    ['5', 30, 1e9, 5_000_000_000_000_000_000_000n],
  ])('converts $%s at %d decimals and a price of %d to %s', (usd, decimals, priceUsd, amount) => {
    expect(amountForUsd(usd, { decimals, priceUsd })).toBe(amount)
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('is unknown at a price of %d', (priceUsd) => {
    expect(amountForUsd('1', { decimals: 18, priceUsd })).toBeUndefined()
    expect(centsForAmount(1n, { decimals: 18, priceUsd })).toBeUndefined()
  })

  it.each(['', '1e5', '-1', '1.001'])('is unknown for "%s"', (usd) => {
    expect(amountForUsd(usd, { decimals: 18, priceUsd: 1 })).toBeUndefined()
  })

  it('is never worth more than the USD amount, and at most one unit less', () => {
    let state = 7n
    const random = (below: bigint) => {
      state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
      return state % below
    }
    for (let round = 0; round < 2_000; round += 1) {
      const decimals = Number(random(31n))
      const priceUsd = Number(random(10n ** 9n) + 1n) / 10 ** Number(random(12n))
      const cents = random(10n ** 12n) + 1n
      const usd = `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
      const amount = amountForUsd(usd, { decimals, priceUsd }) ?? -1n
      expect(amount).toBeGreaterThanOrEqual(0n)
      const worth = (units: bigint) => centsForAmount(units, { decimals, priceUsd }) ?? -1n
      expect(worth(amount)).toBeLessThanOrEqual(cents)
      expect(worth(amount + 1n)).toBeGreaterThanOrEqual(cents)
    }
  })
})
