import { createWrappedNativePool } from '../modules/wrapped-native/wrapped-native-pool.ts'
import { noSolution } from '../service-error.ts'
import { type Fees, SETTLEMENT_FLOOR_MICRO_USD, splitOutput } from './fees.ts'
import { type BestRoute, findBestRoute, netOf } from './find-best-route.ts'
import type { PathQuery } from './find-path.ts'
import type { Edge, Market } from './market.ts'
import { optimalityGapBps } from './optimality-gap.ts'
import type { SearchBudget } from './optimise/find-split.ts'
import { type Route, WHOLE_PORTION } from './route.ts'
import { estimateSurge, type Surge } from './surge.ts'
import type { TradeRequest } from './trade-request.ts'

/** Milliseconds a search may go on improving. A quote is worth waiting for; a price is polled. */
export const PRICE_BUDGET_MS = 8
export const QUOTE_BUDGET_MS = 25
const FAST_BUDGET_MS = 1
const MAX_LEGS = 64
/** Where nobody knows what gas is worth in the output, many legs could cost more than they bring. */
const MAX_LEGS_UNPRICED = 8

/** The answer to a request on one snapshot, before anybody words it. */
export interface Solution {
  market: Market
  route: Route
  fees: Fees
  /** Undefined when the caller is in a hurry. */
  surge: Surge | undefined
  /** How much more any route could pay, in basis points of this one: a decimal string, rounded up. */
  optimalityGapBps: string
}

/** Finds the route and shares its output; throws when there is none. Touches no node. */
export function solve(trade: TradeRequest, market: Market, budgetMs = PRICE_BUDGET_MS): Solution {
  const query = pathQuery(trade, market)
  const budget = {
    ms: trade.isFast ? Math.min(budgetMs, FAST_BUDGET_MS) : budgetMs,
    maxLegs:
      market.usd.convert(1n, trade.poolOutput, trade.poolInput) === undefined ? MAX_LEGS_UNPRICED : MAX_LEGS,
  }
  const found = findRoute(trade, query, budget)
  if (!found) throw noSolution()
  const { route } = found
  const fees = splitOutput(route.amountOut, {
    settlementFeeBps: trade.chain.config.settlementFeeBps,
    floor: market.usd.amountFor(trade.poolOutput, SETTLEMENT_FLOOR_MICRO_USD),
    partnerFeeBps: trade.partnerFeeBps,
    slippageBps: trade.slippageBps,
  })
  return {
    market,
    route,
    fees,
    surge: surgeOf(trade, route, query),
    optimalityGapBps: optimalityGapBps({
      amountOut: route.amountOut,
      net: netOf(query, route),
      bound: found.bound,
    }),
  }
}

function pathQuery(trade: TradeRequest, market: Market): PathQuery {
  const { config } = trade.chain
  const weth = config.weth.toLowerCase()
  const gasPrice = market.snapshot.baseFeePerGas
  const isUsable = ({ pool }: Edge) => trade.allowsModule(pool.module)
  return {
    tokenIn: trade.poolInput,
    tokenOut: trade.poolOutput,
    amountIn: trade.amountIn,
    via: config.baseTokens.map((token) => token.toLowerCase()),
    edges: (tokenIn, tokenOut) => market.edges(tokenIn, tokenOut).filter(isUsable),
    gasCost: (token, gas) => market.usd.convert(gasPrice * BigInt(gas), weth, token) ?? 0n,
  }
}

function findRoute(trade: TradeRequest, query: PathQuery, budget: SearchBudget): BestRoute | undefined {
  return trade.poolInput === trade.poolOutput ? wrapRoute(trade) : findBestRoute(query, budget)
}

/** Between the native token and its wrapped form there is nothing to search. */
function wrapRoute(trade: TradeRequest): BestRoute | undefined {
  const pool = createWrappedNativePool(trade.chain.config.weth)
  if (!trade.allowsModule(pool.module)) return undefined
  const zeroForOne = trade.isNativeInput
  const swap = pool.exactInput(zeroForOne, trade.amountIn)
  if (!swap) return undefined
  const [tokenIn, tokenOut] = [trade.inputToken.toLowerCase(), trade.outputToken.toLowerCase()]
  const step = { pool, zeroForOne, tokenIn, tokenOut, portion: WHOLE_PORTION, swap }
  const route = { steps: [step], amountIn: swap.amountIn, amountOut: swap.amountOut, gas: swap.gas }
  return { route, singlePath: route, bound: 0 }
}

function surgeOf(trade: TradeRequest, route: Route, query: PathQuery): Surge | undefined {
  if (trade.poolInput === trade.poolOutput) {
    return { recovered: route.amountIn, lossPercent: 0, isExcessive: false }
  }
  return trade.isFast && !trade.protectsSurge ? undefined : estimateSurge(route, query)
}
