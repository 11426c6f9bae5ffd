import { describe, expect, it } from 'vitest'
import { createNetwork } from '../optimize/network/network.ts'
import { PURCHASE } from '../optimize/network/side.ts'
import { bestByOrder } from '../testing/best-by-order.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { findBestPurchase, findBestRoute, getCost, getNet } from './find-best-route.ts'
import { MAX_LEGS, PRICE_WORK } from './solve.ts'

const BUDGET = { maxWork: PRICE_WORK, maxLegs: MAX_LEGS, isUnbounded: true }
const SHARES = [1e-4, 0.01, 0.3]
const SEEDS = Array.from({ length: 15 }, (_, i) => i + 1)

/** Pools for each pair, prices that differ by up to 40 %, and a quarter of dust. */
const shapeOf = (seed: number, tokens: number, pools: number, mixedTokens?: number) => ({
  ...{ seed, tokens, pools, mispricing: 0.4 },
  ...(mixedTokens && { mixedTokens }),
})

const at = (gaps: readonly number[], share: number) =>
  gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * share)]

describe('a trade without gas in a market of mispriced pools with profitable cycles', () => {
  it.each([
    [5, 16, undefined],
    [5, 16, 2],
    [6, 30, undefined],
    [6, 30, 2],
    [6, 60, undefined],
  ])('sells for as much as the best order of %s tokens in %s pools of kind %s', (tokens, pools, mixed) => {
    const gaps = SEEDS.flatMap((seed) => {
      const market = createRandomMarket(shapeOf(seed, tokens, pools, mixed))
      return SHARES.flatMap((share) => {
        const sale = market.sale(share)
        const found = findBestRoute(sale, BUDGET)
        const best = bestByOrder(createNetwork(sale), Number(sale.amountIn))
        return found ? [(1 - Number(found.route.amountOut) / best) * 1e4] : []
      })
    })
    expect(gaps.length).toBeGreaterThan(35)
    expect(at(gaps, 0.5)).toBeLessThan(0.01)
    expect(at(gaps, 0.95)).toBeLessThan(0.5)
  })

  it.each([
    [5, 16],
    [6, 30],
  ])(
    'buys for as little as the best order of %s tokens in %s pools, whenever it can sell',
    (tokens, pools) => {
      const gaps = SEEDS.flatMap((seed) => {
        const market = createRandomMarket(shapeOf(seed, tokens, pools))
        return SHARES.flatMap((share) => {
          const { amountIn, ...query } = market.sale(share)
          const sold = findBestRoute({ ...query, amountIn }, BUDGET)
          if (!sold) return []
          const purchase = { ...query, amountOut: sold.route.amountOut }
          const cost = Number(findBestPurchase(purchase, BUDGET)?.route.amountIn)
          const network = createNetwork(purchase, PURCHASE.usable)
          return [(cost / bestByOrder(network, Number(purchase.amountOut), PURCHASE) - 1) * 1e4]
        })
      })
      expect(gaps.length).toBeGreaterThan(35)
      expect(gaps.every(Number.isFinite)).toBe(true)
      expect(at(gaps, 0.5)).toBeLessThan(0.01)
      expect(at(gaps, 0.95)).toBeLessThan(0.5)
    },
  )
})

describe.each([0, 1e-8])('a wider market of mispriced pools, with gas at %s of a pool', (gasShare) => {
  it('loses at most half a basis point by another intermediate token or pool', () => {
    const losses = SEEDS.slice(0, 8).flatMap((seed) => {
      const market = createRandomMarket({ ...shapeOf(seed, 7, 40), gasShare })
      const sale = market.sale(0.01)
      const narrow = market.tokens.slice(0, -1)
      const removed = market.pools.at(-1)
      const fewer = (tokenIn: string, tokenOut: string) =>
        sale.edges(tokenIn, tokenOut).filter(({ pool }) => pool !== removed)
      const net = (changes: Partial<typeof sale>) => {
        const query = { ...sale, ...changes }
        const found = findBestRoute(query, BUDGET)
        return found ? Number(getNet(query, found.route)) : undefined
      }
      const { amountIn, ...query } = sale
      const cost = (changes: Partial<typeof query>) => {
        const purchase = { ...query, ...changes, amountOut: amountIn / 10n }
        const found = findBestPurchase(purchase, BUDGET)
        return found ? -Number(getCost(purchase, found.route)) : undefined
      }
      return [net, cost].flatMap((getPaid) => {
        const all = getPaid({})
        return [{ via: narrow }, { edges: fewer }].flatMap((changes) => {
          const before = getPaid(changes)
          if (before === undefined) return []
          return [all === undefined ? 1e4 : ((before - all) / Math.abs(before)) * 1e4]
        })
      })
    })
    expect(losses.length).toBeGreaterThan(20)
    expect(Math.max(...losses)).toBeLessThan(0.5)
  })
})
