import { describe, expect, it } from 'vitest'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import type { LiquiditySourceConfig } from '../../config/types.ts'
import { sampleBalancerV3Pool } from '../../modules/balancer-v3/testing/sample-balancer-v3-pool.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createVaultPool } from '../../modules/erc4626/vault-pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import { arrangeMarket, type Market } from '../market/market.ts'
import { createOuterTracker } from '../market/outer-pools.ts'
import type { SearchRequest } from '../request/search-request.ts'
import type { TradeOrder } from '../request/trade-request.ts'
import { toDelta, toSentMarket } from '../workers/market-delta.ts'
import { serializeResult } from '../workers/serialize-result.ts'
import { createWorkerMarkets } from '../workers/worker-markets.ts'
import { runSearch } from './run-search.ts'
import { PRICE_WORK, type Solved, solve } from './solve.ts'

const [USDC, USDT, WETH, TAIL, WRAPPED_USDC, WRAPPED_USDT] = [1, 2, 3, 4, 5, 6].map(sampleAddress) as [
  Token,
  Token,
  Token,
  Token,
  Token,
  Token,
]
type Token = ReturnType<typeof sampleAddress>
const TRADABLE = new VersionedMap(
  [USDC, USDT, WETH, TAIL, WRAPPED_USDC, WRAPPED_USDT].map((token) => [token as string, true] as const),
)
const E18 = 10n ** 18n
const GAS_PRICE = 2_000_000_000n

/** All tokens have 18 decimals. One share is worth 1.1 or 1.2 units. */
const conversions = [wrap(USDC, WRAPPED_USDC, 11n), wrap(USDT, WRAPPED_USDT, 12n)]
const boosted = boost(E18 / 2_500n)
/** Pools without wrappers. */
const direct = v2(1, [USDC, USDT], [1_000_000n * E18, 1_000_000n * E18])
const ether = v2(2, [USDC, WETH], [20_000_000n * E18, 10_000n * E18])

const orders = {
  sale: { type: 'SELL', amountIn: 10_000n * E18 + 7n, partialLimitBps: undefined },
  purchase: { type: 'BUY', amountOut: 10_000n * E18 + 7n },
} satisfies Record<string, TradeOrder>

describe('a boosted pool between two wrappers', () => {
  it.each(Object.entries(orders))(
    'is reached and left through the wrappers without base tokens: %s',
    (_, order) => {
      const solved = ask(getMarket([...conversions, boosted, ether]), order)
      expect(getPath(solved)).toEqual([USDC, WRAPPED_USDC, WRAPPED_USDT, USDT])
      expect(Number(solved.optimalityGapBps)).toBeLessThan(1)
    },
  )

  it.each(Object.entries(orders))('shares a trade with pools without wrappers: %s', (_, order) => {
    const dear = boost(E18 / 100n)
    const market = getMarket([...conversions, dear, direct, ether])
    const solved = ask(market, order)
    const pools = new Set(solved.route.steps.map(({ pool }) => pool.address))
    expect(pools).toEqual(new Set([...conversions, dear, direct].map(({ address }) => address)))
    expect(Number(solved.optimalityGapBps)).toBeLessThan(1)
  })

  it('is reached from tokens without a wrapper, by more pools than a single path may have', () => {
    const solved = ask(getMarket([...conversions, boosted, ether]), { ...orders.sale, amountIn: E18 }, WETH)
    expect(getPath(solved)).toEqual([WETH, USDC, WRAPPED_USDC, WRAPPED_USDT, USDT])
  })

  it('connects tokens that trade only with a wrapper', () => {
    const tail = v2(3, [TAIL, WRAPPED_USDT], [1_000_000n * E18, 1_000_000n * E18])
    const solved = ask(getMarket([...conversions, tail, ether]), orders.sale, TAIL)
    expect(getPath(solved)).toEqual([TAIL, WRAPPED_USDT, USDT])
  })

  it('has gas priced in its wrappers, which pass no price on', () => {
    const tail = v2(3, [TAIL, WRAPPED_USDT], [1_000_000n * E18, 1_000_000n * E18])
    const { usd } = getMarket([...conversions, direct, tail, ether])
    expect(usd.format(WRAPPED_USDC, E18)).toBe('1.1')
    expect(usd.format(WRAPPED_USDT, E18)).toBe('1.2')
    expect(usd.format(TAIL, E18)).toBeUndefined()
  })
})

describe('the intermediate tokens of a market', () => {
  const bases = [USDC, USDT, WETH]

  it('exclude wrappers that only their own conversion trades', () => {
    expect(getMarket(conversions).intermediates).toEqual(bases)
    expect(getMarket([...conversions, boosted]).intermediates).toEqual([...bases, WRAPPED_USDC, WRAPPED_USDT])
    const listed = getMarket([...conversions, boosted], { baseTokens: [...bases, WRAPPED_USDT] })
    expect(listed.intermediates).toEqual([...bases, WRAPPED_USDT, WRAPPED_USDC])
    const other = getMarket([...conversions, boosted], { sources: [] })
    expect(other.intermediates).toEqual(bases)
  })

  it('are never outer tokens, and equal the tokens of a market built from scratch after pool changes', () => {
    const tail = v2(3, [TAIL, WRAPPED_USDT], [E18, E18])
    const far = v2(4, [TAIL, WETH], [E18, E18])
    const outerAt = createOuterTracker()
    let poolIndex = createPoolIndex([...conversions, far])
    const toldBy = ({ intermediates, outer }: Market) => {
      const { intermediates: within, tokens, rates, links } = outer()
      expect(within).toEqual(intermediates)
      expect(tokens.filter((token) => intermediates.includes(token))).toEqual([])
      const held = rates.pools.map(({ address }, i) => `${address} ${within[outer().intermediate[i] ?? -1]}`)
      return { tokens: [...tokens].sort(), held: held.sort(), links: links.rates.pools.length }
    }
    const changes: [Pool, boolean][] = [
      [boosted, true],
      [tail, true],
      [boosted, false],
      [tail, false],
      [tail, true],
    ]
    const seen = new Set<string>()
    for (const [pool, isThere] of changes) {
      poolIndex = poolIndex.with(new Map([[pool.address, isThere ? pool : undefined]]))
      const [followed, anew] = [arrange(poolIndex, {}, outerAt), arrange(poolIndex)]
      expect(toldBy(followed)).toEqual(toldBy(anew))
      seen.add(followed.intermediates.join())
    }
    expect(seen.size).toBe(3)
  })

  it("equal the tokens in a worker's market, before and after a wrapper's first pool", () => {
    const before = getMarket([...conversions, direct, ether])
    const after = arrange(before.poolIndex.with(new Map([[boosted.address, boosted]])))
    const answer = createWorkerMarkets([before.config])
    const [first, second] = [toDelta(before), toDelta(after, toSentMarket(before, 1))]
    expect(second.since).toBe(1)
    const markets = [
      { number: 1, market: before, delta: first },
      { number: 2, market: after, delta: second },
    ]
    for (const { number, market, delta } of markets) {
      for (const [id, order] of Object.values(orders).entries()) {
        const searchRequest = getQuestion(USDC, order)
        const asked = { id, chain: market.config.name, market: number, searchRequest }
        const reply = answer({ ...asked, delta: id === 0 ? delta : undefined })
        const here = serializeResult(runSearch(searchRequest, market), market.poolIndex)
        expect(reply).toEqual({ id, answer: { ...here, durationMs: expect.any(Number) } })
        expect(here.solved?.route.steps).toHaveLength(number === 1 ? 1 : 3)
      }
    }
  })
})

function getPath({ route: { steps } }: Solved) {
  return [steps[0]?.tokenIn, ...steps.map(({ tokenOut }) => tokenOut)]
}

function ask(market: Market, order: TradeOrder, from = USDC): Solved {
  const solved = solve(getQuestion(from, order), market)
  if (!solved) throw new Error('No route for the trade')
  return solved
}

function getQuestion(poolInput: Token, order: TradeOrder): SearchRequest {
  return {
    poolInput,
    poolOutput: USDT,
    isNativeInput: false,
    order,
    slippageBps: 50,
    partnerFeeBps: 0,
    hasPartner: false,
    sharesSurplus: false,
    isFast: false,
    modules: ['uniswap-v2', 'balancer-v3', WRAPPED_USDC, WRAPPED_USDT],
    maxWork: PRICE_WORK,
  }
}

type ConfigChanges = Partial<Pick<Market['config'], 'baseTokens' | 'sources'>>

function getMarket(pools: readonly Pool[], changes: ConfigChanges = {}): Market {
  return arrange(createPoolIndex(pools), changes)
}

function arrange(
  poolIndex: Market['poolIndex'],
  changes: ConfigChanges = {},
  outerAt?: ReturnType<typeof createOuterTracker>,
): Market {
  const toSource = (factory: Token, i: number): LiquiditySourceConfig => ({
    ...{ kind: 'erc4626', index: i, module: factory, name: 'Wrapped', factory },
  })
  const config = {
    ...chainConfig('ethereum', 31337),
    weth: WETH,
    referenceStable: USDC,
    baseTokens: [USDC, USDT, WETH],
    sources: [WRAPPED_USDC, WRAPPED_USDT].map(toSource),
    ...changes,
  }
  const block = { blockNumber: 1n, blockHash: '0x01', timestamp: 1n, gasPrice: GAS_PRICE } as const
  return arrangeMarket({ config, block, poolIndex, tradable: TRADABLE, stableDecimals: 18 }, outerAt)
}

function wrap(asset: Token, share: Token, tenths: bigint): Pool {
  const totalSupply = 100_000_000n * E18
  return createVaultPool(
    { module: share, origin: { name: 'Wrapped', kind: 'lending' }, source: 0 },
    { address: share, tokens: [asset, share], fee: 0, tickSpacing: 0 },
    {
      totalAssets: (totalSupply * tenths) / 10n,
      totalSupply,
      virtualAssets: 0n,
      virtualShares: 0n,
      depositRoom: totalSupply,
      idleAssets: totalSupply / 2n,
    },
  )
}

function boost(swapFee: bigint): Pool {
  return sampleBalancerV3Pool(
    {
      balances: [10_000_000n * E18, 10_000_000n * E18],
      rates: [(E18 * 11n) / 10n, (E18 * 12n) / 10n],
      swapFee,
    },
    { scales: [1n, 1n], tokens: [WRAPPED_USDC, WRAPPED_USDT] },
  )
}

function v2(n: number, tokens: readonly [Token, Token], [reserve0, reserve1]: [bigint, bigint]): Pool {
  return sampleV2Pool({ reserve0, reserve1 }, { n, tokens })
}
