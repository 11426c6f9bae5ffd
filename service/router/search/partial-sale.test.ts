import { describe, expect, it } from 'vitest'
import type { PathQuery } from '../paths/find-path.ts'
import { createRouterEngine } from '../router-engine.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { createSampleChain, sampleRequest } from '../testing/sample-chain.ts'
import { solveUnlimited } from '../testing/unlimited-solver.ts'
import { findBestRoute } from './find-best-route.ts'
import { findPartialSale } from './partial-sale.ts'

const BUDGET = { maxWork: 60_000, maxLegs: 96 }
const E18 = 10n ** 18n

/** Returns the price of the next thousandth of a trade after `amountIn`. */
function marginalPrice(query: PathQuery, amountIn: bigint): number {
  const step = amountIn / 1_000n
  const paid = (amount: bigint) =>
    Number(findBestRoute({ ...query, amountIn: amount }, BUDGET)?.route.amountOut)
  return (paid(amountIn) - paid(amountIn - step)) / Number(step)
}

describe('findPartialSale', () => {
  it('sells until the price of the next unit has fallen by the limit', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const query = createRandomMarket({ seed, tokens: 6, pools: 30 }).sale(5)
      const { route } = findPartialSale(query, BUDGET, 500)!
      expect(route.amountIn).toBeLessThan(query.amountIn)
      const first = marginalPrice(query, route.amountIn / 1_000_000n)
      expect(marginalPrice(query, route.amountIn) / first).toBeGreaterThan(0.949)
      expect(marginalPrice(query, route.amountIn) / first).toBeLessThan(0.952)
    }
  })

  it('sells the whole input if the price falls by less than the limit', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const query = createRandomMarket({ seed, tokens: 6, pools: 30 }).sale(0.001)
      const partial = findPartialSale(query, BUDGET, 500)!
      expect(partial.route.amountIn).toBe(query.amountIn)
      expect(partial.route.amountOut).toBe(findBestRoute(query, BUDGET)!.route.amountOut)
    }
  })

  it('sells more with a larger limit', () => {
    const query = createRandomMarket({ seed: 3, tokens: 6, pools: 30 }).sale(20)
    const sold = [50, 500, 2_000].map((limit) => findPartialSale(query, BUDGET, limit)!.route.amountIn)
    expect(sold[0]!).toBeLessThan(sold[1]!)
    expect(sold[1]!).toBeLessThan(sold[2]!)
  })

  it('returns undefined without a path', () => {
    const query = { ...createRandomMarket({ seed: 3, tokens: 6, pools: 30 }).sale(1), edges: () => [] }
    expect(findPartialSale(query, BUDGET, 500)).toBeUndefined()
  })
})

describe('a price for a partial fill', () => {
  const router = createRouterEngine({ chains: [createSampleChain()], solver: solveUnlimited })
  const price = (inputAmount: bigint, slippage?: number) =>
    router.price(
      sampleRequest({
        inputAmount: inputAmount.toString(),
        isPartialFill: true,
        ...(slippage !== undefined && { slippage }),
      }),
    )

  it('returns the requested and the effective input, within 10 % of spot without a slippage', async () => {
    const result = await price(500n * E18)
    expect(result.inputAmount).toBe((500n * E18).toString())
    // The marginal price of x * y = k falls by a tenth when the input side grows by 1 / sqrt(0.9).
    const sold = Number(result.effectiveInputAmount) / 1e18
    expect(sold).toBeGreaterThan(1_100 * (1 / Math.sqrt(0.9) - 1))
    expect(sold).toBeLessThan(1_100 * (1 / Math.sqrt(0.9) - 1) * 1.005)
    expect(BigInt((await price(500n * E18, 100)).effectiveInputAmount)).toBeLessThan(
      BigInt(result.effectiveInputAmount),
    )
    expect((await price(E18)).effectiveInputAmount).toBe(E18.toString())
  })
})
