import { expect, it } from 'vitest'
import { drawGuilloche, toSealSeed } from './guilloche.ts'

const call = { to: '0xAb', data: '0x1234', value: 5n }

it('derives the same seed from the same call, whatever its case', () => {
  expect(toSealSeed(call)).toMatch(/^[0-9a-f]{16}$/)
  expect(toSealSeed({ ...call, to: '0xab' })).toBe(toSealSeed(call))
})

it.each([
  ['contract', { to: '0xac' }],
  ['calldata', { data: '0x1235' }],
  ['value', { value: 6n }],
])('changes the seal with the %s', (_, change) => {
  const seed = toSealSeed({ ...call, ...change })
  expect(seed).not.toBe(toSealSeed(call))
  expect(drawGuilloche(seed).waves).not.toEqual(drawGuilloche(toSealSeed(call)).waves)
})

it('keeps every line inside the square of the seal', () => {
  for (let index = 0; index < 200; index += 1) {
    const { edge, waves } = drawGuilloche(toSealSeed({ ...call, value: BigInt(index) }))
    const places =
      [edge, ...waves]
        .join(' ')
        .match(/[\d.]+/g)
        ?.map(Number) ?? []
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(Math.max(...places)).toBeLessThan(120)
  }
})
