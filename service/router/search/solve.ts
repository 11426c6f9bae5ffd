import { applyBpsRoundedUp } from '../../../wire/lib/amount.ts'
import type { Block } from '../../chain/blocks/block.ts'
import { gasCost } from '../../chain/blocks/gas-cost.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createWrappedNativePool } from '../../modules/wrapped-native/wrapped-native-pool.ts'
import type { Market } from '../market/market.ts'
import type { SearchBudget } from '../optimize/find-split.ts'
import type { RouteQuery } from '../paths/find-path.ts'
import { type FoundRoute, type SwapPath, WHOLE_PORTION } from '../paths/route.ts'
import { isWrap, type SearchRequest } from '../request/search-request.ts'
import type { TradeOrder } from '../request/trade-request.ts'
import { edgeKey } from './excluded-edges.ts'
import {
  type FeeParameters,
  type Fees,
  grossFor,
  SETTLEMENT_FLOOR_MICRO_USD,
  splitOutput,
  splitPurchase,
} from './fees.ts'
import { type BestRoute, findBestPurchase, findBestRoute, getCost, getNet } from './find-best-route.ts'
import { withGasOfTrade } from './gas-of-trade.ts'
import { optimalityGapBps } from './optimality-gap.ts'
import { findPartialSale } from './partial-sale.ts'
import { priceImpactBps } from './price-impact.ts'
import { estimateSurge, type Surge } from './surge.ts'

/**
 * The work that a search may spend on improvements (`SearchBudget.maxWork`), independent of load. A
 * thousand units take about 1 ms. A quote may take longer than a price, which clients poll.
 */
export const PRICE_WORK = 2_000
export const QUOTE_WORK = 12_000
const FAST_WORK = 400
export const MAX_LEGS = 96
/** Without a gas price in the counted token, many legs could cost more than they gain. */
const MAX_LEGS_UNPRICED = 8
/** The maximum Permit2 allowance. */
const MAX_INPUT = 2n ** 160n - 1n

/** The result of a search on one market, before conversion to wire fields. */
export interface Solved {
  route: FoundRoute
  fees: Fees
  /** The maximum input: the amount of a sale, or the cost of a purchase with slippage. */
  maxInput: bigint
  surge: Surge
  /**
   * How much better any route could be, in basis points of this one: a decimal string, rounded up.
   */
  optimalityGapBps: string
}

/** The result of a search with its market. */
export interface Solution extends Solved {
  market: Market
}

type Trade = Omit<Solved, 'route' | 'surge'> & { route: SwapPath }

interface Search {
  searchRequest: SearchRequest
  market: Market
  query: RouteQuery
  budget: SearchBudget
  parameters: FeeParameters
}

/**
 * Finds the route and splits its output, or returns undefined without a route. A pure function that
 * calls no node.
 */
export function solve(searchRequest: SearchRequest, market: Market): Solved | undefined {
  const { isFast, order } = searchRequest
  const { query, isGasPriced } = routeQuery(searchRequest, market)
  const search: Search = {
    searchRequest,
    market,
    query,
    budget: {
      maxWork: isFast ? Math.min(searchRequest.maxWork, FAST_WORK) : searchRequest.maxWork,
      maxLegs: isGasPriced ? MAX_LEGS : MAX_LEGS_UNPRICED,
    },
    parameters: {
      settlementFeeBps: market.config.settlementFeeBps,
      floor: market.usd.amountFor(searchRequest.poolOutput, SETTLEMENT_FLOOR_MICRO_USD),
      partnerFeeBps: searchRequest.partnerFeeBps,
      slippageBps: searchRequest.slippageBps,
      hasPartner: searchRequest.hasPartner,
    },
  }
  const trade = order.type === 'SELL' ? sell(search, order) : buy(search, order.amountOut)
  if (!trade || isBeyondLiquidity(trade.route)) return undefined
  return { ...trade, surge: getSurge(search, trade.route) }
}

/** At this price impact the pools are empty, and more input adds nearly no output. */
const MAX_PRICE_IMPACT_BPS = 9_900n

function isBeyondLiquidity(route: FoundRoute): boolean {
  const impact = priceImpactBps(route)
  return impact !== undefined && impact > MAX_PRICE_IMPACT_BPS
}

type SellOrder = Extract<TradeOrder, { type: 'SELL' }>

function sell(search: Search, { amountIn, partialLimitBps }: SellOrder): Trade | undefined {
  const { searchRequest, query, budget, parameters } = search
  const sale = { ...query, amountIn }
  const found = isWrap(searchRequest)
    ? wrap(search, amountIn)
    : partialLimitBps === undefined
      ? findBestRoute(sale, budget)
      : findPartialSale(sale, budget, partialLimitBps)
  if (!found) return undefined
  const { route, singlePath, bound } = found
  const benchmark = searchRequest.sharesSurplus
    ? splitOutput((singlePath ?? route).amountOut, parameters)
    : undefined
  const fees = splitOutput(route.amountOut, parameters, benchmark?.net)
  if (!fees || (searchRequest.sharesSurplus && !benchmark)) return undefined
  return {
    route,
    fees,
    maxInput: route.amountIn,
    optimalityGapBps: optimalityGapBps({
      amount: route.amountOut,
      missing: bound - Number(getNet(sale, route)),
    }),
  }
}

function buy(search: Search, net: bigint): Trade | undefined {
  const { searchRequest, query, budget, parameters } = search
  const gross = grossFor(net, parameters)
  const purchase = { ...query, amountOut: gross }
  const found = isWrap(searchRequest) ? wrap(search, gross) : findBestPurchase(purchase, budget)
  if (!found) return undefined
  const { route, bound } = found
  // Wrapping converts 1:1 at a constant price.
  const slippageBps = isWrap(searchRequest) ? 0 : searchRequest.slippageBps
  const maxInput = applyBpsRoundedUp(route.amountIn, 10_000 + slippageBps)
  const fees = splitPurchase(gross, parameters)
  if (!fees || maxInput > MAX_INPUT) return undefined
  return {
    route,
    fees,
    maxInput,
    optimalityGapBps: optimalityGapBps({
      amount: route.amountIn,
      missing: isWrap(searchRequest) ? 0 : Number(getCost(purchase, route)) - bound,
    }),
  }
}

/** Returns the query, and whether the counted token has a gas price. */
function routeQuery(
  searchRequest: SearchRequest,
  market: Market,
): { query: RouteQuery; isGasPriced: boolean } {
  const query = pricedRouteQuery(searchRequest, market)
  const { order, poolInput, poolOutput } = searchRequest
  const isPriced = (token: string) => hasPrice(token, market)
  if (isPriced(order.type === 'SELL' ? poolOutput : poolInput)) return { query, isGasPriced: true }
  const atTrade = withGasOfTrade(query, order, isPriced)
  return { query: atTrade ?? query, isGasPriced: atTrade !== undefined }
}

function pricedRouteQuery(
  { poolInput, poolOutput, modules, without = [] }: SearchRequest,
  market: Market,
): RouteQuery {
  const { config, block, usd, intermediates, connectors } = market
  const weth = config.weth.toLowerCase()
  const usable = new Set(modules)
  const excluded = new Set(without)
  const isUsable = ({ module }: Pool) => usable.has(module)
  const isEvery =
    excluded.size === 0 && [...market.poolIndex.modules().keys()].every((module) => usable.has(module))
  return {
    tokenIn: poolInput,
    tokenOut: poolOutput,
    via: [...new Set([...intermediates, ...connectors(poolInput), ...connectors(poolOutput)])],
    edges: isEvery
      ? market.edges
      : (tokenIn, tokenOut) =>
          market
            .edges(tokenIn, tokenOut)
            .filter(({ pool, zeroForOne }) => isUsable(pool) && !excluded.has(edgeKey(pool, zeroForOne))),
    outer: {
      pools: market.outer(),
      // The outer search uses pools without directions.
      isUsable: isEvery
        ? () => true
        : (pool) => isUsable(pool) && ![true, false].some((one) => excluded.has(edgeKey(pool, one))),
    },
    gasCost: (token, gas) => usd.convert(gasCost(block, gas), weth, token) ?? 0n,
    stepDataGas: getStepDataGas(block),
  }
}

/** An unknown fee counts as 0, so that only gas counts. */
function getStepDataGas(block: Block): number {
  const { l1Fee } = block
  const weiPerGas = Number(gasCost(block, 1_000_000)) / 1_000_000
  return l1Fee && weiPerGas > 0 ? Math.ceil(Number(l1Fee.perStep) / weiPerGas) : 0
}

function hasPrice(token: string, { config, usd }: Market): boolean {
  return usd.convert(1n, config.weth.toLowerCase(), token) !== undefined
}

function wrap({ searchRequest, market }: Search, amount: bigint): BestRoute | undefined {
  const pool = createWrappedNativePool(market.config.weth)
  if (!searchRequest.modules.includes(pool.module)) return undefined
  const zeroForOne = searchRequest.isNativeInput
  const swap = pool.exactInput(zeroForOne, amount)
  if (!swap) return undefined
  const [native, wrapped] = pool.tokens.map((token) => token.toLowerCase()) as [string, string]
  const [tokenIn, tokenOut] = zeroForOne ? [native, wrapped] : [wrapped, native]
  const step = { pool, zeroForOne, tokenIn, tokenOut, portion: WHOLE_PORTION, swap }
  const route: SwapPath = {
    type: 'SELL',
    steps: [step],
    amountIn: swap.amountIn,
    amountOut: swap.amountOut,
    gas: swap.gas,
  }
  return { route, singlePath: route, bound: 0 }
}

function getSurge({ searchRequest, query, budget }: Search, route: SwapPath): Surge {
  if (isWrap(searchRequest)) return { lossPercent: 0, isExcessive: false }
  // The first plan suffices, because the result is in whole percents.
  return estimateSurge(route, query, { ...budget, maxWork: 0, isUnbounded: true })
}
