import { describe, expect, it } from 'vitest'
import type { Pool } from '../../modules/core/pool.ts'
import { type SwapPath, WHOLE_PORTION } from '../paths/route.ts'
import { samplePools, usdc, weth } from '../testing/sample-chain.ts'
import { priceImpactBps } from './price-impact.ts'

function sell(pool: Pool, amount: bigint): SwapPath {
  const zeroForOne = pool.tokens[0] === weth.address
  const swap = pool.exactInput(zeroForOne, amount)!
  const step = {
    pool,
    zeroForOne,
    tokenIn: weth.address,
    tokenOut: usdc.address,
    portion: WHOLE_PORTION,
    swap,
  }
  return { type: 'SELL', steps: [step], amountIn: amount, amountOut: swap.amountOut, gas: 0 }
}

describe('price impact', () => {
  it('excludes the fee and is rounded up', () => {
    expect(priceImpactBps(sell(samplePools[0]!, 10n ** 15n))).toBe(1n)
  })

  it('is 50 % for a sale as large as the reserve', () => {
    const impact = priceImpactBps(sell(samplePools[0]!, 1_000n * 10n ** 18n))
    expect(impact).toBeGreaterThan(4_980n)
    expect(impact).toBeLessThan(5_010n)
  })

  it('is undefined for a pool without a marginal rate', () => {
    for (const side of [{ numerator: 0n }, { denominator: 0n }]) {
      const pool = { ...samplePools[0]!, spot: { ...samplePools[0]!.spot, ...side } }
      expect(priceImpactBps(sell(pool, 10n ** 15n))).toBeUndefined()
    }
  })
})
