import { bpsOfRoundedUp } from '../../src/lib/amount.ts'
import { createWrappedNativePool } from '../modules/wrapped-native/wrapped-native-pool.ts'
import { noSolution } from '../service-error.ts'
import {
  type Fees,
  type FeeTerms,
  grossFor,
  SETTLEMENT_FLOOR_MICRO_USD,
  splitOutput,
  splitPurchase,
} from './fees.ts'
import { type BestRoute, findBestPurchase, findBestRoute, netOf } from './find-best-route.ts'
import type { RouteQuery } from './find-path.ts'
import type { Edge, Market } from './market.ts'
import { optimalityGapBps } from './optimality-gap.ts'
import { costOf } from './optimise/find-buy-split.ts'
import type { SearchBudget } from './optimise/find-split.ts'
import { findPartialSale } from './partial-sale.ts'
import { type Route, WHOLE_PORTION } from './route.ts'
import { estimateSurge, type Surge } from './surge.ts'
import type { TradeRequest } from './trade-request.ts'

/** Milliseconds a search may go on improving. A quote is worth waiting for; a price is polled. */
export const PRICE_BUDGET_MS = 8
export const QUOTE_BUDGET_MS = 25
const FAST_BUDGET_MS = 1
const MAX_LEGS = 96
/** Where nobody knows what gas is worth in the output, many legs could cost more than they bring. */
const MAX_LEGS_UNPRICED = 8
/** No allowance reaches further. */
const MOST_INPUT = 2n ** 160n - 1n

/** The answer to a request on one snapshot, before anybody words it. */
export interface Solution {
  market: Market
  route: Route
  fees: Fees
  /** The most that may leave the sender: what a sale sells, and what a purchase may cost with slippage. */
  maxInput: bigint
  /** Undefined when the caller is in a hurry. */
  surge: Surge | undefined
  /** How much better any route could be, in basis points of this one: a decimal string, rounded up. */
  optimalityGapBps: string
}

type Solved = Pick<Solution, 'route' | 'fees' | 'maxInput' | 'optimalityGapBps'>

interface Search {
  trade: TradeRequest
  query: RouteQuery
  budget: SearchBudget
  terms: FeeTerms
}

/** Finds the route and shares its output; throws when there is none. Touches no node. */
export function solve(trade: TradeRequest, market: Market, budgetMs = PRICE_BUDGET_MS): Solution {
  const query = routeQuery(trade, market)
  const search: Search = {
    trade,
    query,
    budget: {
      ms: trade.isFast ? Math.min(budgetMs, FAST_BUDGET_MS) : budgetMs,
      maxLegs: isGasPriced(trade, market) ? MAX_LEGS : MAX_LEGS_UNPRICED,
    },
    terms: {
      settlementFeeBps: trade.chain.config.settlementFeeBps,
      floor: market.usd.amountFor(trade.poolOutput, SETTLEMENT_FLOOR_MICRO_USD),
      partnerFeeBps: trade.partnerFeeBps,
      slippageBps: trade.slippageBps,
      hasPartner: trade.partner !== undefined,
    },
  }
  const solved = trade.order.type === 'SELL' ? sell(search, trade.order) : buy(search, trade.order.amountOut)
  return { market, ...solved, surge: surgeOf(search, solved.route) }
}

function sell(
  { trade, query, budget, terms }: Search,
  { amountIn, partialLimitBps }: Extract<TradeRequest['order'], { type: 'SELL' }>,
): Solved {
  const sale = { ...query, amountIn }
  const found = isWrap(trade)
    ? wrap(trade, amountIn)
    : partialLimitBps === undefined
      ? findBestRoute(sale, budget)
      : findPartialSale(sale, budget, partialLimitBps)
  if (!found) throw noSolution()
  const { route, singlePath, bound } = found
  const benchmark = trade.sharesSurplus ? (singlePath ?? route).amountOut : undefined
  return {
    route,
    fees: splitOutput(
      route.amountOut,
      terms,
      benchmark === undefined ? undefined : splitOutput(benchmark, terms).net,
    ),
    maxInput: route.amountIn,
    optimalityGapBps: optimalityGapBps({
      amount: route.amountOut,
      missing: bound - Number(netOf(sale, route)),
    }),
  }
}

function buy({ trade, query, budget, terms }: Search, net: bigint): Solved {
  const gross = grossFor(net, terms)
  const purchase = { ...query, amountOut: gross }
  const found = isWrap(trade) ? wrap(trade, gross) : findBestPurchase(purchase, budget)
  if (!found) throw noSolution()
  const { route, bound } = found
  // Wrapping turns all there is, and its price never moves.
  const slippageBps = isWrap(trade) ? 0 : trade.slippageBps
  const maxInput = bpsOfRoundedUp(route.amountIn, 10_000 + slippageBps)
  if (maxInput > MOST_INPUT) throw noSolution()
  return {
    route,
    fees: splitPurchase(gross, terms),
    maxInput,
    optimalityGapBps: optimalityGapBps({
      amount: route.amountIn,
      missing: isWrap(trade) ? 0 : Number(costOf(purchase, route)) - bound,
    }),
  }
}

function routeQuery(trade: TradeRequest, market: Market): RouteQuery {
  const { config } = trade.chain
  const weth = config.weth.toLowerCase()
  const gasPrice = market.snapshot.baseFeePerGas
  const isUsable = ({ pool }: Edge) => trade.allowsModule(pool.module)
  return {
    tokenIn: trade.poolInput,
    tokenOut: trade.poolOutput,
    via: config.baseTokens.map((token) => token.toLowerCase()),
    edges: (tokenIn, tokenOut) => market.edges(tokenIn, tokenOut).filter(isUsable),
    gasCost: (token, gas) => market.usd.convert(gasPrice * BigInt(gas), weth, token) ?? 0n,
  }
}

function isGasPriced({ chain, order, poolInput, poolOutput }: TradeRequest, { usd }: Market): boolean {
  const counted = order.type === 'SELL' ? poolOutput : poolInput
  return usd.convert(1n, chain.config.weth.toLowerCase(), counted) !== undefined
}

function isWrap({ poolInput, poolOutput }: TradeRequest): boolean {
  return poolInput === poolOutput
}

/** Between the native token and its wrapped form there is nothing to search. */
function wrap(trade: TradeRequest, amount: bigint): BestRoute | undefined {
  const pool = createWrappedNativePool(trade.chain.config.weth)
  if (!trade.allowsModule(pool.module)) return undefined
  const zeroForOne = trade.isNativeInput
  const swap = pool.exactInput(zeroForOne, amount)
  if (!swap) return undefined
  const [tokenIn, tokenOut] = [trade.inputToken.toLowerCase(), trade.outputToken.toLowerCase()]
  const step = { pool, zeroForOne, tokenIn, tokenOut, portion: WHOLE_PORTION, swap }
  const route = { steps: [step], amountIn: swap.amountIn, amountOut: swap.amountOut, gas: swap.gas }
  return { route, singlePath: route, bound: 0 }
}

function surgeOf({ trade, query, budget }: Search, route: Route): Surge | undefined {
  if (isWrap(trade)) return { recovered: route.amountIn, lossPercent: 0, isExcessive: false }
  return trade.isFast && !trade.protectsSurge
    ? undefined
    : estimateSurge(route, query, { ...budget, ms: Math.min(budget.ms, FAST_BUDGET_MS) })
}
