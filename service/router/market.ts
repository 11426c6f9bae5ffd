import type { RoutedChain, RoutedSnapshot } from '../chain/routed-chain.ts'
import type { Block } from '../chain/types.ts'
import type { ChainServiceConfig } from '../config-types.ts'
import type { Pool } from '../modules/pool.ts'
import { outerPools } from './outer-pools.ts'
import { createUsdPrices, type UsdPrices } from './usd-prices.ts'

/** One pool, sold into in one direction. */
export interface Edge {
  pool: Pool
  zeroForOne: boolean
}

/** What a market is made of. */
export interface MarketGoods {
  config: ChainServiceConfig
  block: Block
  /** Those that can trade. */
  pools: readonly Pool[]
  /** Of the reference stable token; undefined when it has never been read. */
  stableDecimals: number | undefined
}

/** The pools of one snapshot arranged for the search, and what they say things are worth. */
export interface Market extends MarketGoods {
  /** Directions that sell one token for another; both in lower case. */
  edges(tokenIn: string, tokenOut: string): readonly Edge[]
  /** Pools that routes do not pass, and other routes could. */
  outer(): readonly Pool[]
  usd: UsdPrices
}

const NONE: readonly Edge[] = []

/** Leaves out what cannot be told truly: idle pools, nameless tokens, tokens that tax their transfers. */
export function createMarket(chain: RoutedChain, snapshot: RoutedSnapshot): Market {
  const { config } = chain
  const isTradable = (token: Pool['tokens'][number]) =>
    chain.token(token) !== undefined && chain.isPlainToken(token)
  return arrangeMarket({
    config,
    block: snapshot,
    pools: snapshot.pools().filter((pool) => pool.isHealthy && pool.tokens.every(isTradable)),
    stableDecimals: chain.token(config.referenceStable)?.decimals,
  })
}

export function arrangeMarket(goods: MarketGoods): Market {
  const from = new Map<string, Map<string, Edge[]>>()
  for (const pool of goods.pools) {
    const [token0, token1] = pool.tokens
    add(from, [token0, token1], { pool, zeroForOne: true })
    add(from, [token1, token0], { pool, zeroForOne: false })
  }
  const passed = new Set(goods.config.baseTokens.map((token) => token.toLowerCase()))
  let outer: readonly Pool[] | undefined
  return {
    ...goods,
    edges: (tokenIn, tokenOut) => from.get(tokenIn)?.get(tokenOut) ?? NONE,
    outer: () => (outer ??= outerPools(goods.pools, passed)),
    usd: createUsdPrices(goods, goods.pools),
  }
}

function add(from: Map<string, Map<string, Edge[]>>, [sold, bought]: [string, string], edge: Edge): void {
  const to = from.get(sold) ?? new Map<string, Edge[]>()
  from.set(sold, to)
  const edges = to.get(bought) ?? []
  to.set(bought, edges)
  edges.push(edge)
}

/** Arranges each snapshot once. */
export function createMarkets(): (chain: RoutedChain, snapshot: RoutedSnapshot) => Market {
  const markets = new WeakMap<RoutedSnapshot, Market>()
  return (chain, snapshot) => {
    const before = markets.get(snapshot)
    if (before) return before
    const market = createMarket(chain, snapshot)
    markets.set(snapshot, market)
    return market
  }
}
