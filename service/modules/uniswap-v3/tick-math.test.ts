import { describe, expect, it } from 'vitest'
import { createRandom } from '../../../wire/testing/random.ts'
import { MAX_TICK, MIN_TICK, sqrtPriceAtTick, tickAtSqrtPrice } from './tick-math.ts'

describe('prices at ticks', () => {
  it("equal the contract's at the ends, in the middle and beside it", () => {
    expect(sqrtPriceAtTick(MIN_TICK)).toBe(4295128739n)
    expect(sqrtPriceAtTick(MAX_TICK)).toBe(1461446703485210103287273052203988822378723970342n)
    expect(sqrtPriceAtTick(0)).toBe(2n ** 96n)
    expect(sqrtPriceAtTick(50)).toBe(79426470787362580746886972461n)
    expect(sqrtPriceAtTick(-50)).toBe(79030349367926598376800521322n)
    expect(sqrtPriceAtTick(250_000)).toBe(21246587762933397357449903968194344n)
  })

  it('convert back to their ticks', () => {
    const random = createRandom(2)
    for (let i = 0; i < 200; i += 1) {
      const tick = Math.floor((random.next() * 2 - 1) * MAX_TICK)
      const price = sqrtPriceAtTick(tick)
      expect(tickAtSqrtPrice(price)).toBe(tick)
      expect(tickAtSqrtPrice(price - 1n)).toBe(tick - 1)
      expect(tickAtSqrtPrice(price + 1n)).toBe(tick)
    }
  })
})
