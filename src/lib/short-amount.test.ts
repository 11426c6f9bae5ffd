import { expect, it } from 'vitest'
import { shortAmount } from './short-amount.ts'

it.each([
  [4_999_498_865_304_687_500_000n, 18, '4999.49'],
  [25_750_977_999_999n, 6, '25750900'],
  [411_234_938_520_376_690n, 18, '0.411234'],
  [4_112_349_385_203n, 18, '0.00000411234'],
  [999_999_999n, 3, '999999'],
  [1n, 18, '0.000000000000000001'],
  [0n, 18, '0'],
])('rounds %s down to at most six digits', (value, decimals, text) => {
  expect(shortAmount(value, decimals)).toBe(text)
})
