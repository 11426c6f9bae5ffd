import { describe, expect, it } from 'vitest'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import { arrangeMarket, type Market } from '../market/market.ts'
import type { SearchRequest } from '../request/search-request.ts'
import type { TradeOrder } from '../request/trade-request.ts'
import { PRICE_WORK, type Solved, solve } from './solve.ts'

const [USDC, WETH, TAIL, FAR] = [1, 2, 3, 4].map((n) => sampleAddress(n)) as [Token, Token, Token, Token]
type Token = ReturnType<typeof sampleAddress>
const DECIMALS = 6
const E18 = 10n ** 18n
/** At $2,000 per ether, a leg in a V2 pool costs about $0.25. */
const GAS_PRICE = 2_000_000_000n

/**
 * Twelve pools of $400 each, with 0.2 WETH and 200 units of a token that no pool of $1,000 prices.
 */
const shallow = Array.from({ length: 12 }, (_, n) => v2(n + 10, [WETH, TAIL], [E18 / 5n, 200n * E18]))
const deep = v2(1, [USDC, WETH], [2_000_000n * 10n ** 6n, 1_000n * E18])

describe('a trade whose counted token has no price', () => {
  it('is not split if the legs cost more gas than they gain, as a sale and as a purchase', () => {
    const market = getMarket([deep, ...shallow])
    // Amounts of $4 and $2, which one pool trades at a loss of 1 and 0.5 percent.
    const sale = ask(market, WETH, TAIL, sell(E18 / 500n))
    expect(sale.route.steps.length).toBe(1)
    expect(Number(sale.optimalityGapBps)).toBeLessThan(1)
    const purchase = ask(market, TAIL, WETH, { type: 'BUY', amountOut: E18 / 1_000n })
    expect(purchase.route.steps.length).toBe(1)
    expect(Number(purchase.optimalityGapBps)).toBeLessThan(1)
  })

  it('is split if the gain exceeds the gas', () => {
    const market = getMarket([deep, ...shallow])
    const sale = ask(market, WETH, TAIL, sell(E18 / 5n))
    // The limit is eight legs without a gas price.
    expect(sale.route.steps.length).toBe(12)
    expect(Number(sale.optimalityGapBps)).toBeLessThan(1)
  })

  it('uses the gas price of its own rate, which an expensive pool does not affect', () => {
    const dear = v2(50, [WETH, TAIL], [E18 / 5n, 200n])
    const [without, beside] = [getMarket([deep, ...shallow]), getMarket([deep, ...shallow, dear])].map(
      (market) => toShown(ask(market, WETH, TAIL, sell(E18 / 5n))),
    )
    expect(beside).toEqual(without)
  })

  it('uses the gas price of an intermediate token if neither token has a price', () => {
    const others = Array.from({ length: 12 }, (_, n) => v2(n + 60, [WETH, FAR], [E18 / 5n, 200n * E18]))
    const market = getMarket([deep, ...shallow, ...others])
    // An amount of $4, which two pools trade at a loss of 2 percent.
    const sale = ask(market, TAIL, FAR, sell(2n * E18))
    expect(sale.route.steps.length).toBe(2)
    expect(Number(sale.optimalityGapBps)).toBeLessThan(1)
    const purchase = ask(market, TAIL, FAR, { type: 'BUY', amountOut: 2n * E18 })
    expect(purchase.route.steps.length).toBe(2)
    expect(Number(purchase.optimalityGapBps)).toBeLessThan(1)
    // A trade of $200 pays for the gas of more legs than the limit of eight without a gas price.
    expect(ask(market, TAIL, FAR, sell(100n * E18)).route.steps.length).toBeGreaterThan(8)
  })

  it('has a route without a price of either token, and no route without a path', () => {
    const between = [...shallow, v2(40, [TAIL, FAR], [E18, E18])]
    const market = getMarket([deep, ...between])
    expect(ask(market, TAIL, FAR, sell(E18 / 100n)).route.amountOut).toBeGreaterThan(0n)
    const nowhere = getMarket([deep])
    expect(solve(getQuestion(WETH, TAIL, sell(E18)), nowhere)).toBeUndefined()
    expect(solve(getQuestion(TAIL, WETH, { type: 'BUY', amountOut: E18 }), nowhere)).toBeUndefined()
  })
})

const sell = (amountIn: bigint): TradeOrder => ({ type: 'SELL', amountIn, partialLimitBps: undefined })

function toShown({ route }: Solved) {
  return [route.amountOut, ...route.steps.map(({ pool, portion }) => `${pool.address} ${portion}`)]
}

function v2(n: number, tokens: [Token, Token], [reserve0, reserve1]: [bigint, bigint]): Pool {
  return sampleV2Pool({ reserve0, reserve1 }, { n, tokens })
}

function getMarket(pools: readonly Pool[]): Market {
  const config = {
    ...chainConfig('ethereum', 31337),
    weth: WETH,
    referenceStable: USDC,
    baseTokens: [USDC, WETH],
  }
  const block = { blockNumber: 1n, blockHash: '0x01', timestamp: 1n, gasPrice: GAS_PRICE } as const
  const tradable = new VersionedMap([USDC, WETH, TAIL, FAR].map((token) => [token as string, true] as const))
  return arrangeMarket({
    config,
    block,
    poolIndex: createPoolIndex(pools),
    tradable,
    stableDecimals: DECIMALS,
  })
}

function ask(market: Market, from: Token, to: Token, order: TradeOrder): Solved {
  const solved = solve(getQuestion(from, to, order), market)
  if (!solved) throw new Error('No route for the trade')
  return solved
}

function getQuestion(poolInput: Token, poolOutput: Token, order: TradeOrder): SearchRequest {
  return {
    poolInput,
    poolOutput,
    isNativeInput: false,
    order,
    slippageBps: 50,
    partnerFeeBps: 0,
    hasPartner: false,
    sharesSurplus: false,
    isFast: false,
    modules: ['uniswap-v2'],
    maxWork: PRICE_WORK,
  }
}
