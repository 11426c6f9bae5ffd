import { describe, expect, it } from 'vitest'
import {
  buyFrom,
  createCurve,
  createFill,
  forPurchase,
  getCapacity,
  getShortfall,
  sampledCurve,
  sellInto,
  sellUntil,
} from './curve.ts'

const whole = createCurve({
  keep: 0.997,
  starts: [1, 1.5, 2, 4],
  liquidity: [100, 300, 50],
  gas: 90_000,
  segmentGas: [0, 20_000, 27_300],
})
const all = whole.out.at(-1)!

describe('purchase curve', () => {
  it('returns the same curve if the pool can pay all of it', () => {
    expect(forPurchase(whole)).toBe(whole)
  })

  it('ends with the stock, inside a segment or between two', () => {
    for (const stock of [all * 0.1, whole.out[1]!, all * 0.7, whole.out[2]!, all * 0.999]) {
      const limited = forPurchase({ ...whole, stock })
      expect(limited.out.at(-1)! / stock).toBeCloseTo(1, 12)
      expect(limited).toMatchObject({
        keep: 0.997,
        gas: 90_000,
        segmentGas: whole.segmentGas,
        startPrice: whole.startPrice,
      })
      const fill = createFill()
      buyFrom(whole, stock, fill)
      expect(getCapacity(limited) / fill.input).toBeCloseTo(1, 12)
      sellUntil(limited, 1e-9, fill)
      expect(fill.output / stock).toBeCloseTo(1, 12)
    }
  })

  it('includes the additional gas of an exact output', () => {
    const bought = forPurchase({ ...whole, purchaseGas: 4_000 })
    expect(bought).toEqual({ ...whole, gas: 94_000 })
    expect(forPurchase(bought)).toBe(bought)
  })

  it('returns a curve that pays nothing without stock', () => {
    const fill = createFill()
    sellUntil(forPurchase({ ...whole, stock: 0 }), 1e-9, fill)
    expect(fill.output).toBe(0)
  })
})

describe('sampled curve', () => {
  /** Pays `paid(x)` for x at the marginal price `price(x)`. */
  const shapes = {
    convex: { paid: (x: number) => 1 - 1 / (1 + x), price: (x: number) => 1 / (1 + x) ** 2 },
    concave: { paid: (x: number) => x - x ** 3 / 6, price: (x: number) => 1 - x ** 2 / 2 },
  }

  it.each(Object.entries(shapes))('bounds its error for a %s price', (_, { paid, price }) => {
    for (const points of [4, 32, 256]) {
      const inputs = Array.from({ length: points + 1 }, (__, k) => k / points)
      const curve = sampledCurve({ keep: 1, inputs, prices: inputs.map(price), stock: 1, gas: 0 })
      const fill = createFill()
      for (let i = 1; i <= 999; i += 1) {
        const input = (i / 999) ** 3
        sellInto(curve, input, fill)
        const most = fill.output + getShortfall(curve, fill)
        expect(most).toBeGreaterThanOrEqual(paid(input) * (1 - 1e-12))
        expect(most / paid(input)).toBeLessThan(1 + 2 / points ** 2)
      }
    }
  })
})
