import { describe, expect, it } from 'vitest'
import { sampleStableswapNgPool } from '../stableswap-ng/testing/sample-stableswap-ng-pool.ts'

const MUCH = 57n * 10n ** 24n
const DUST = 2n * 10n ** 9n

describe('spot price of two coins', () => {
  it('keeps its digits with much of one coin and nearly none of the other', () => {
    for (const isDustFirst of [true, false]) {
      const balances = isDustFirst ? [DUST, MUCH] : [MUCH, DUST]
      const pool = sampleStableswapNgPool({ balances, amplification: 2_700n }, { decimals: [18, 18] })
      const amountIn = DUST / 10_000n
      const amountOut = pool.exactInput(isDustFirst, amountIn)?.amountOut ?? 0n
      const [sold, bought] = isDustFirst
        ? [pool.spot.denominator, pool.spot.numerator]
        : [pool.spot.numerator, pool.spot.denominator]
      const paid = (Number(amountOut) * Number(sold)) / (Number(amountIn) * Number(bought))
      expect(paid).toBeGreaterThan(0.99)
      expect(paid).toBeLessThanOrEqual(1 - pool.fee / 1e6)
    }
  })
})
