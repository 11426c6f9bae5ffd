import { describe, expect, it } from 'vitest'
import type { Curve } from '../../../modules/core/curve.ts'
import { sampleV2Pool } from '../../../modules/testing/sample-pools.ts'
import { settlePrices } from './settle-prices.ts'

/** A row of tokens, of which the last is listed first and only the first has a price. */
function settleRow(tokens: number, price: bigint) {
  let reads = 0
  const counted = (curve: Curve) =>
    new Proxy(curve, {
      get(target, key, receiver) {
        reads += 1
        return Reflect.get(target, key, receiver)
      },
    })
  const pool = sampleV2Pool({ reserve0: price * 10n ** 20n, reserve1: 10n ** 20n })
  const [sale, purchase] = [counted(pool.curve(true)!), counted(pool.curve(false)!)]
  const edges = Array.from({ length: tokens - 1 }, (_, i) => [
    { from: tokens - 1 - i, to: tokens - 2 - i, curve: sale },
    { from: tokens - 2 - i, to: tokens - 1 - i, curve: purchase },
  ]).flat()
  const known = new Float64Array(tokens)
  known[0] = 1
  return { prices: settlePrices(edges, { known, tokens, gasPrice: 1 }), reads }
}

describe('the prices of tokens without one', () => {
  it('are settled along a long row of pools by looking at each a few times', () => {
    const { prices, reads } = settleRow(300, 1n)
    for (const price of prices) expect(price).toBeCloseTo(1, 2)
    expect(reads).toBeLessThan(300 * 40)
  })

  it('stay numbers that can be multiplied where each pool of a row makes them smaller', () => {
    const { prices } = settleRow(300, 10n ** 6n)
    expect(Math.min(...prices)).toBe(1e-150)
  })
})
