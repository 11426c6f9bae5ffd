import { expect, it } from 'vitest'
import { differenceBps } from './difference-bps.ts'

it.each([
  [1_010n, 1_000n, 100],
  [990n, 1_000n, -100],
  [1_000n, 1_000n, 0],
  [99_999n, 100_000n, 0],
])('returns for %s and %s the difference of %s basis points', (actual, expected, bps) => {
  expect(differenceBps(actual, expected)).toBe(bps)
})

it('is unknown if the expected value is 0', () => {
  expect(differenceBps(1n, 0n)).toBeUndefined()
})
