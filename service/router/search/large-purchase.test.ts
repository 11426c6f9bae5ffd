import { describe, expect, it } from 'vitest'
import { createRandomMarket } from '../testing/random-market.ts'
import { findBestPurchase, findBestRoute } from './find-best-route.ts'
import { MAX_LEGS, PRICE_WORK } from './solve.ts'

const BUDGET = { maxWork: PRICE_WORK, maxLegs: MAX_LEGS }
/** Shares of a median pool's depth. The largest share exceeds nearly all liquidity of a market. */
const SHARES = [0.1, 3, 30, 100]
const SHAPES = [
  { tokens: 2, pools: 3 },
  { tokens: 6, pools: 20 },
  { tokens: 12, pools: 100 },
]

describe("a purchase of 90 % of a sale's output", () => {
  it.each([
    { of: 'V2 and V3 pools', mixedTokens: 0 },
    { of: 'pairs of all kinds', mixedTokens: 2 },
    { of: 'contracts of up to four tokens', mixedTokens: 4 },
  ])('has a route at any size in a market of $of', ({ mixedTokens }) => {
    let bought = 0
    for (const [i, shape] of SHAPES.entries()) {
      for (let seed = 1; seed <= 4; seed += 1) {
        const gasShare = seed % 2 === 0 ? 1e-10 : 0
        const market = createRandomMarket({ ...shape, seed: seed + 10 * i, gasShare, mixedTokens })
        for (const share of SHARES) {
          const { amountIn, ...query } = market.sale(share)
          const sold = findBestRoute({ ...query, amountIn }, BUDGET)
          if (!sold) continue
          const amountOut = (sold.route.amountOut * 9n) / 10n
          const found = findBestPurchase({ ...query, amountOut }, BUDGET)
          const name = `${shape.pools} pools, seed ${seed + 10 * i}, ${share} of a pool`
          expect(found?.route.amountOut, name).toBe(amountOut)
          expect(Number(found?.route.amountIn) / Number(amountIn), name).toBeLessThan(1.5)
          bought += 1
        }
      }
    }
    expect(bought).toBeGreaterThan(40)
  })
})
