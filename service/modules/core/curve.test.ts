import { describe, expect, it } from 'vitest'
import { buyFrom, createCurve, createFill, getCapacity, sellUntil, untilStock } from './curve.ts'

const whole = createCurve({
  keep: 0.997,
  starts: [1, 1.5, 2, 4],
  liquidity: [100, 300, 50],
  gas: 90_000,
  segmentGas: 20_000,
})
const all = whole.out.at(-1)!

describe('a curve until its stock', () => {
  it('is the same curve where the pool gives all of it', () => {
    expect(untilStock(whole)).toBe(whole)
  })

  it('ends where the stock does, in a segment or between two', () => {
    for (const stock of [all * 0.1, whole.out[1]!, all * 0.7, whole.out[2]!, all * 0.999]) {
      const limited = untilStock({ ...whole, stock })
      expect(limited.out.at(-1)! / stock).toBeCloseTo(1, 12)
      expect(limited).toMatchObject({
        keep: 0.997,
        gas: 90_000,
        segmentGas: 20_000,
        startPrice: whole.startPrice,
      })
      const fill = createFill()
      buyFrom(whole, stock, fill)
      expect(getCapacity(limited) / fill.input).toBeCloseTo(1, 12)
      sellUntil(limited, 1e-9, fill)
      expect(fill.output / stock).toBeCloseTo(1, 12)
    }
  })

  it('gives nothing where there is no stock', () => {
    const fill = createFill()
    sellUntil(untilStock({ ...whole, stock: 0 }), 1e-9, fill)
    expect(fill.output).toBe(0)
  })
})
