import { describe, expect, it } from 'vitest'
import { gasPriceIn } from '../../paths/gas-price.ts'
import { createRandomMarket } from '../../testing/random-market.ts'
import { routeCosts } from '../bounds/route-costs.ts'
import { tradedNetwork } from '../find-split.ts'
import { INPUT } from '../network/network.ts'
import type { TradeProblem } from '../network/plan.ts'
import { SALE } from '../network/side.ts'
import { chargedPrices } from './charged-prices.ts'
import { solveAll } from './solve-over.ts'

/** About what the gas of a leg is. */
const LEG_GAS = 90_000

const getProblem = (seed: number, share: number): TradeProblem => {
  const query = createRandomMarket({ seed, tokens: 12, pools: 200, gasShare: 1e-10 }).sale(share)
  return {
    network: tradedNetwork(query, { side: SALE, amount: query.amountIn }),
    side: SALE,
    amount: Number(query.amountIn),
    gasPrice: gasPriceIn(query, query.tokenOut),
  }
}

describe('prices at which pools earn their gas', () => {
  it('bound what a sale leaves after gas more closely than prices at which gas is free', () => {
    const legs: number[] = []
    for (let seed = 0; seed < 20; seed += 1) {
      const problem = getProblem(seed, [0.001, 0.01, 0.1][seed % 3] ?? 1)
      const free = solveAll(problem)!.prices
      const { edges } = problem.network
      const boundAt = (prices: Float64Array) =>
        problem.amount * (prices[INPUT] as number) +
        routeCosts({ ...problem, edges }, prices, new Uint8Array(edges.length)).most
      legs.push((boundAt(free) - boundAt(chargedPrices(problem, free))) / (LEG_GAS * problem.gasPrice))
    }
    // It may miss as much as the width over which a pool begins to trade.
    expect(Math.min(...legs)).toBeGreaterThan(-1)
    expect(legs.filter((leg) => leg > 1).length).toBeGreaterThan(8)
  })
})
