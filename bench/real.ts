import type { BuyQuery } from '../service/router/paths/find-cheapest-path.ts'
import type { PathQuery, RouteQuery } from '../service/router/paths/find-path.ts'
import { findBestPurchase, findBestRoute, getCost, getNet } from '../service/router/search/find-best-route.ts'
import { MAX_LEGS, PRICE_WORK } from '../service/router/search/solve.ts'
import { type RealMarket, readRealMarkets } from './real-market.ts'
import { quantile, type Row } from './table.ts'

const FOLDER = process.env.SLUICE_REAL_MARKETS
const AMOUNTS_USD = [100, 1_000, 10_000, 200_000]
const WETH_USD = 3_000
/** The number of tokens that are sold and bought, and the distances in the list between both. */
const ENDS = 7
const DISTANCES = [1, 3]
/** Numbers of intermediate tokens, sorted by their number of pools. */
const VARIANTS = [3, 8, 16, 48, Number.POSITIVE_INFINITY]
/** Times are relative to the search over the same number of tokens. */
const REFERENCE = 8
const REPEATS = 3
const GAS_PRICE_GWEI = [0, 30]
const BUDGET = { maxWork: PRICE_WORK, maxLegs: MAX_LEGS, isUnbounded: true }

export type RealTrade = ({ type: 'SELL' } & PathQuery) | ({ type: 'BUY' } & BuyQuery)

interface Found {
  /** Basis points below the best variant. */
  below: number[]
  ms: number[]
}

/**
 * Prices trades on real pools over different numbers of intermediate tokens. A search over more tokens
 * must not return a worse route than one over fewer.
 */
export function measureReal(): Row[] {
  if (!FOLDER)
    return [{ skipped: 'Set SLUICE_REAL_MARKETS to a folder of JSON files with Balancer V2 subgraph pools.' }]
  return readRealMarkets(FOLDER).flatMap((market) =>
    GAS_PRICE_GWEI.flatMap((gwei) =>
      (['SELL', 'BUY'] as const).flatMap((type) => measure(market, { gwei, type })),
    ),
  )
}

function measure(market: RealMarket, { gwei, type }: Pick<TradeParameters, 'gwei' | 'type'>): Row[] {
  const found = VARIANTS.map((): Found => ({ below: [], ms: [] }))
  for (const trade of createTrades(market, gwei)) if (trade.type === type) priceOver(market, trade, found)
  const reference = found[VARIANTS.indexOf(REFERENCE)]?.ms ?? []
  return found.map(({ below, ms }, i) => ({
    market: `${market.tokens.length} tokens, ${type}, gas at ${gwei} gwei`,
    intermediates: Number.isFinite(VARIANTS[i]) ? String(VARIANTS[i]) : 'all',
    trades: below.length,
    '> 0.1 bps worse': below.filter((bps) => bps > 0.1).length,
    '> 1 bps worse': below.filter((bps) => bps > 1).length,
    p90: quantile(below, 0.9).toFixed(2),
    max: quantile(below, 1).toFixed(2),
    'time ratio p50': (quantile(ms, 0.5) / quantile(reference, 0.5)).toFixed(2),
    'time ratio max': (quantile(ms, 1) / quantile(reference, 1)).toFixed(2),
  }))
}

function priceOver({ tokens }: RealMarket, trade: RealTrade, found: readonly Found[]): void {
  const nets = VARIANTS.map((count, i) => {
    let net: number | undefined
    const times = Array.from({ length: REPEATS }, () => {
      const start = performance.now()
      net = priceTrade({ ...trade, via: tokens.slice(0, count) })
      return performance.now() - start
    })
    found[i]?.ms.push(quantile(times, 0.5))
    return net
  })
  const best = Math.max(...nets.map((net) => net ?? Number.NEGATIVE_INFINITY))
  // Gas costs more than the trade pays, or the market lacks a route.
  if (!Number.isFinite(best) || (trade.type === 'SELL' && best <= 0)) return
  for (const [i, net] of nets.entries())
    found[i]?.below.push(net === undefined ? 1e4 : ((best - net) / Math.abs(best)) * 1e4)
}

/** Returns what the trade pays after gas: negative for a purchase, undefined without a route. */
export function priceTrade(trade: RealTrade): number | undefined {
  if (trade.type === 'SELL') {
    const best = findBestRoute(trade, BUDGET)
    return best && Number(getNet(trade, best.route))
  }
  const best = findBestPurchase(trade, BUDGET)
  return best && -Number(getCost(trade, best.route))
}

/** Creates a sale and a purchase of each amount in dollars, for each pair of tokens. */
export function createTrades(market: RealMarket, gwei: number): RealTrade[] {
  const ends = market.tokens.filter((token) => market.unitsPerWei(token) !== undefined).slice(0, ENDS)
  return ends.flatMap((tokenIn, i) =>
    DISTANCES.flatMap((distance) => {
      const tokenOut = ends[(i + distance) % ends.length] ?? tokenIn
      return AMOUNTS_USD.flatMap((usd) =>
        (['SELL', 'BUY'] as const).map((type) => toTrade(market, { type, tokenIn, tokenOut, usd, gwei })),
      )
    }),
  )
}

interface TradeParameters {
  type: 'SELL' | 'BUY'
  tokenIn: string
  tokenOut: string
  usd: number
  gwei: number
}

function toTrade(market: RealMarket, { type, tokenIn, tokenOut, usd, gwei }: TradeParameters): RealTrade {
  const toToken = (token: string, wei: number) =>
    BigInt(Math.ceil(wei * (market.unitsPerWei(token) ?? Number.POSITIVE_INFINITY)))
  const query: RouteQuery = {
    ...{ tokenIn, tokenOut, via: market.tokens, edges: market.edges },
    gasCost: (token, gas) =>
      market.unitsPerWei(token) === undefined ? 0n : toToken(token, gas * gwei * 1e9),
  }
  const wei = (usd / WETH_USD) * 1e18
  return type === 'SELL'
    ? { type, ...query, amountIn: toToken(tokenIn, wei) }
    : { type, ...query, amountOut: toToken(tokenOut, wei) }
}
