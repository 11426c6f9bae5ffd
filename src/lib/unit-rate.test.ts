import { expect, it } from 'vitest'
import { formatAmount } from '../../wire/lib/amount.ts'
import { unitRate } from './unit-rate.ts'

it('is exact across different decimals', () => {
  const rate = unitRate({ amount: 2n * 10n ** 18n, decimals: 18 }, { amount: 4_863_400_000n, decimals: 6 })
  expect(rate && formatAmount(rate.value, rate.decimals)).toBe('2431.7')
})

it('keeps the rate of a very cheap token', () => {
  const rate = unitRate({ amount: 10n ** 24n, decimals: 18 }, { amount: 1n, decimals: 8 })
  expect(rate && formatAmount(rate.value, rate.decimals)).toBe('0.00000000000001')
})

it('is unknown when nothing was paid', () => {
  expect(unitRate({ amount: 0n, decimals: 18 }, { amount: 1n, decimals: 6 })).toBeUndefined()
})
