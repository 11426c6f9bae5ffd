import { describe, expect, it } from 'vitest'
import { splitByCapacity } from './split-by-capacity.ts'

describe('splitting by capacity', () => {
  it('follows what is wanted', () => {
    expect(
      splitByCapacity([
        { wanted: 1, max: 9 },
        { wanted: 3, max: 9 },
      ]),
    ).toEqual([0.25, 0.75])
  })

  it('gives to the others what one cannot take, even when that fills another', () => {
    const shares = splitByCapacity([
      { wanted: 8, max: 0.3 },
      { wanted: 1, max: 0.2 },
      { wanted: 1, max: 9 },
    ])
    expect(shares?.map((share) => share.toFixed(9))).toEqual(['0.300000000', '0.200000000', '0.500000000'])
  })

  it('fails when together they cannot take all', () => {
    expect(
      splitByCapacity([
        { wanted: 1, max: 0.4 },
        { wanted: 1, max: 0.5 },
      ]),
    ).toBeUndefined()
    expect(splitByCapacity([])).toBeUndefined()
  })
})
