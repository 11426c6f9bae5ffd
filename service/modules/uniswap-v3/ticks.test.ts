import { describe, expect, it } from 'vitest'
import { lastAtOrBelow, withPosition } from './ticks.ts'

describe('sorted ticks', () => {
  it('appear with the first position and disappear with the last', () => {
    const one = withPosition([], { lower: -60, upper: 60, delta: 5n })
    expect(one).toEqual([
      { index: -60, gross: 5n, net: 5n },
      { index: 60, gross: 5n, net: -5n },
    ])
    const two = withPosition(one, { lower: 60, upper: 120, delta: 2n })
    expect(two[1]).toEqual({ index: 60, gross: 7n, net: -3n })
    const back = withPosition(two, { lower: -60, upper: 60, delta: -5n })
    expect(back).toEqual([
      { index: 60, gross: 2n, net: 2n },
      { index: 120, gross: 2n, net: -2n },
    ])
    expect(one).toHaveLength(2)
  })

  it('are found from any index', () => {
    const ticks = [-60, 0, 180].map((index) => ({ index, gross: 1n, net: 1n }))
    expect([-61, -60, -1, 0, 179, 180, 999].map((index) => lastAtOrBelow(ticks, index))).toEqual([
      -1, 0, 0, 1, 1, 2, 2,
    ])
  })
})
