import { describe, expect, it } from 'vitest'
import { createRandomMarket, type RandomMarket } from '../testing/random-market.ts'
import { findBestPurchase, findBestRoute } from './find-best-route.ts'
import { MAX_LEGS, PRICE_WORK } from './solve.ts'

const budget = { maxWork: PRICE_WORK, maxLegs: MAX_LEGS, isUnbounded: true }
const SHARES = [0.001, 0.1, 1]
/** A limit of work applies, and a wider search spends it in another order. */
const NEARLY = 1 - 1e-5

/** Returns the tokens except the two ends of a trade, sorted by the number of their pools. */
function rankTokens({ tokens, pools }: RandomMarket): string[] {
  const count = (token: string) => pools.filter((pool) => pool.tokens.some((other) => other === token)).length
  return tokens.slice(2).sort((a, b) => count(b) - count(a))
}

describe('a search over many intermediate tokens in a market of mispriced pools', () => {
  it.each([1, 2, 3, 4])('pays at least as much as a search over hubs only, market %s', (seed) => {
    const market = createRandomMarket({ seed, tokens: 100, pools: 500, mispricing: 0.4 })
    const ranked = rankTokens(market)
    for (const share of SHARES) {
      const sale = market.sale(share)
      const over = (count: number) =>
        Number(findBestRoute({ ...sale, via: ranked.slice(0, count) }, budget)?.route.amountOut ?? 0n)
      const all = over(ranked.length)
      for (const count of [0, 3, 6, 12]) expect(all).toBeGreaterThanOrEqual(over(count) * NEARLY)
    }
  })

  it.each([5, 6])('costs at most as much as a search over hubs only, market %s', (seed) => {
    const market = createRandomMarket({ seed, tokens: 100, pools: 500, mispricing: 0.4 })
    const ranked = rankTokens(market)
    const { amountIn, ...query } = market.sale(0.1)
    const over = (count: number) =>
      Number(
        findBestPurchase({ ...query, amountOut: amountIn / 10n, via: ranked.slice(0, count) }, budget)?.route
          .amountIn,
      )
    const all = over(ranked.length)
    for (const count of [3, 6, 12]) expect(all * NEARLY).toBeLessThanOrEqual(over(count))
  })
})
