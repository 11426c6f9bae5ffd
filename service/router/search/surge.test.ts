import { describe, expect, it } from 'vitest'
import { createMarket } from '../market/market.ts'
import { toSearchRequest } from '../request/search-request.ts'
import { readTradeRequest } from '../request/trade-request.ts'
import { edgesBetween } from '../testing/edges-between.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { createSampleChain, pair, sampleRequest, usdc, weth } from '../testing/sample-chain.ts'
import { findBestRoute } from './find-best-route.ts'
import { PRICE_WORK, solve } from './solve.ts'
import { estimateSurge } from './surge.ts'

const E18 = 10n ** 18n

function getSurge(wethAmount: bigint, pools = [pair(1, [usdc, 3_000_000_000_000n], [weth, 1_000n * E18])]) {
  const chain = createSampleChain({ pools })
  const request = readTradeRequest(sampleRequest({ inputAmount: wethAmount.toString() }), [chain])
  return solve(toSearchRequest(request, PRICE_WORK), createMarket(chain, chain.snapshot()!))!.surge!
}

describe('the surge estimate', () => {
  it('is slightly more than twice the fee for a small trade', () => {
    expect(getSurge(E18)).toMatchObject({ lossPercent: 1, isExcessive: false })
  })

  it('includes the lack of depth, which selling back into the changed pool does not show', () => {
    const surge = getSurge(500n * E18)
    expect(surge.lossPercent).toBeGreaterThan(45)
    expect(surge.isExcessive).toBe(true)
  })

  it('accepts a return of exactly 90 % and rejects less', () => {
    const budget = { maxWork: 60_000, maxLegs: 1 }
    const { sale } = createRandomMarket({ seed: 1, tokens: 2, pools: 1 })
    const query = sale(0.01)
    const sellBack = (amountIn: bigint) =>
      findBestRoute({ ...query, tokenIn: query.tokenOut, tokenOut: query.tokenIn, amountIn }, budget)!.route
    // The returned amount depends only on the output, so the test searches for an input of which it
    // is exactly nine tenths.
    const [route, recovered] = Array.from({ length: 50 }, (_, i) => {
      const { route } = findBestRoute({ ...query, amountIn: query.amountIn + 10n ** 6n * BigInt(i) }, budget)!
      return [route, sellBack(route.amountOut).amountOut] as const
    }).find(([, back]) => back % 9n === 0n)!
    const surgeFor = (amountIn: bigint) => estimateSurge({ ...route, amountIn }, query, budget)
    const amountIn = (recovered / 9n) * 10n
    expect(surgeFor(amountIn)).toEqual({ lossPercent: 10, isExcessive: false })
    expect(surgeFor(amountIn + 1n)).toEqual({ lossPercent: 11, isExcessive: true })
  })

  it('is at most one percent above the loss of the best route back', () => {
    const budget = { maxWork: 0, maxLegs: 64, isUnbounded: true }
    let split = 0
    for (let seed = 0; seed < 15; seed += 1) {
      const query = createRandomMarket({ seed, tokens: 4, pools: 20 }).sale(0.2)
      const { route } = findBestRoute(query, budget)!
      const { amountIn: sold, amountOut: amountIn } = route
      const back = findBestRoute(
        { ...query, tokenIn: query.tokenOut, tokenOut: query.tokenIn, amountIn },
        budget,
      )!
      const percentOf = (recovered: bigint) => Number(((sold - recovered) * 100n + sold - 1n) / sold)
      expect(estimateSurge(route, query, budget).lossPercent).toBe(percentOf(back.route.amountOut))
      if (percentOf(back.singlePath?.amountOut ?? 0n) > percentOf(back.route.amountOut)) split += 1
    }
    expect(split).toBeGreaterThan(5)
  })

  it('uses the best of several routes back', () => {
    const small = pair(1, [usdc, 300_000_000_000n], [weth, 100n * E18])
    const deep = pair(2, [usdc, 30_000_000_000_000n], [weth, 10_000n * E18])
    const [tokenIn, tokenOut] = [weth, usdc].map(({ address }) => address.toLowerCase()) as [string, string]
    const budget = { maxWork: 0, maxLegs: 64, isUnbounded: true }
    const over = (pools: Parameters<typeof edgesBetween>[0]) => ({
      ...{ tokenIn, tokenOut, via: [], edges: edgesBetween(pools), gasCost: () => 0n },
    })
    const { route } = findBestRoute({ ...over([small]), amountIn: 10n * E18 }, budget)!
    expect(estimateSurge(route, over([small]), budget).lossPercent).toBe(18)
    expect(estimateSurge(route, over([small, deep]), budget).lossPercent).toBe(10)
  })
})
