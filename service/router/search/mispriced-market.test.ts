import { describe, expect, it } from 'vitest'
import { createNetwork } from '../optimize/network/network.ts'
import { bestByOrder } from '../testing/best-by-order.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { findBestRoute } from './find-best-route.ts'
import { MAX_LEGS, PRICE_WORK, QUOTE_WORK } from './solve.ts'

const SHARES = [1e-4, 0.01, 0.3]
const bpsBelow = (ours: number, best: number) => (1 - ours / best) * 1e4

function measure(maxWork: number, mixedTokens?: number): number[] {
  const gaps: number[] = []
  for (let seed = 1; seed <= 15; seed += 1) {
    const shape = { seed, tokens: 5, pools: 16, mispricing: 0.4, ...(mixedTokens && { mixedTokens }) }
    const market = createRandomMarket(shape)
    for (const share of SHARES) {
      const sale = market.sale(share)
      const found = findBestRoute(sale, { maxWork, maxLegs: MAX_LEGS, isUnbounded: true })
      const best = bestByOrder(createNetwork(sale), Number(sale.amountIn))
      if (found) gaps.push(bpsBelow(Number(found.route.amountOut), best))
    }
  }
  return gaps.sort((a, b) => a - b)
}

const at = (gaps: readonly number[], share: number) => gaps[Math.floor(gaps.length * share)]

describe('a sale without gas in a market of mispriced pools with profitable cycles', () => {
  it.each([undefined, 2])(
    'pays as much as the best order of tokens, with pools of up to %s tokens',
    (mixed) => {
      const gaps = measure(QUOTE_WORK, mixed)
      expect(gaps.length).toBeGreaterThan(35)
      expect(at(gaps, 0.5)).toBeLessThan(0.1)
      expect(at(gaps, 0.9)).toBeLessThan(2)
    },
  )

  it('pays nearly as much as the best order with the work limit of a price', () => {
    const gaps = measure(PRICE_WORK)
    expect(at(gaps, 0.5)).toBeLessThan(0.01)
    expect(at(gaps, 0.9)).toBeLessThan(1)
  })
})
