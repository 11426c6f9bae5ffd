import { expect, it } from 'vitest'
import { ratePlaces } from './rate-places.ts'

it.each([
  [999_173_794n, 7],
  [1_000_826_888n, 7],
  [1_000_004_300n, 9],
  [990_000_000n, 5],
  [1_000_000_000n, undefined],
  [1_080_000_000n, undefined],
  [2_431_700_000_000n, undefined],
])('returns the decimals at which %s of nine decimals differs from one', (value, places) => {
  expect(ratePlaces(value, 9)).toBe(places)
})
