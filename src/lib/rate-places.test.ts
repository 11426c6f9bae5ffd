import { expect, it } from 'vitest'
import { ratePlaces, roundTo } from './rate-places.ts'

it.each([
  ['0.9992', 999_173_794n],
  ['1.001', 1_000_826_888n],
  ['1.000004', 1_000_004_300n],
  ['0.9999998', 999_999_800n],
  ['0.99', 990_000_000n],
  ['1', 1_000_000_000n],
  ['1.08', 1_080_000_000n],
  ['2840', 2_839_960_000_000n],
  ['63512', 63_512_300_000_000n],
  ['0.0003517', 351_700n],
  ['0.000000016', 16n],
])('shows %s as the rate of %s of nine decimals', (text, value) => {
  const places = ratePlaces(value, 9)
  const rounded = roundTo(value, 9 - places)
  expect(Number(rounded) / 10 ** places).toBe(Number(text))
})
