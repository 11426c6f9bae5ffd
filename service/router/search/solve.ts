import { applyBpsRoundedUp } from '../../../src/lib/amount.ts'
import { noSolution } from '../../lib/service-error.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { createWrappedNativePool } from '../../modules/wrapped-native/wrapped-native-pool.ts'
import type { Market } from '../market/market.ts'
import type { SearchBudget } from '../optimize/find-split.ts'
import type { RouteQuery } from '../paths/find-path.ts'
import { type FoundRoute, type SwapPath, WHOLE_PORTION } from '../paths/route.ts'
import { isWrap, type Question } from '../request/question.ts'
import type { TradeOrder } from '../request/trade-request.ts'
import {
  type Fees,
  type FeeTerms,
  grossFor,
  SETTLEMENT_FLOOR_MICRO_USD,
  splitOutput,
  splitPurchase,
} from './fees.ts'
import { type BestRoute, findBestPurchase, findBestRoute, getCost, getNet } from './find-best-route.ts'
import { optimalityGapBps } from './optimality-gap.ts'
import { findPartialSale } from './partial-sale.ts'
import { estimateSurge, type Surge } from './surge.ts'

/** Milliseconds a search may go on improving. A quote is worth waiting for; a price is polled. */
export const PRICE_BUDGET_MS = 8
export const QUOTE_BUDGET_MS = 25
const FAST_BUDGET_MS = 1
export const MAX_LEGS = 96
/** Where nobody knows what gas is worth in the output, many legs could cost more than they bring. */
const MAX_LEGS_UNPRICED = 8
/** No allowance reaches further. */
const MAX_INPUT = 2n ** 160n - 1n

/** The answer to a question on one market, before anybody words it. */
export interface Solved {
  route: FoundRoute
  fees: Fees
  /** The most that may leave the sender: what a sale sells, and what a purchase may cost with slippage. */
  maxInput: bigint
  /** Undefined when the caller is in a hurry. */
  surge: Surge | undefined
  /** How much better any route could be, in basis points of this one: a decimal string, rounded up. */
  optimalityGapBps: string
}

/** A market, and what was found there. */
export interface Solution extends Solved {
  market: Market
}

type Trade = Omit<Solved, 'route' | 'surge'> & { route: SwapPath }

interface Search {
  question: Question
  market: Market
  query: RouteQuery
  budget: SearchBudget
  terms: FeeTerms
}

/** Finds the route and shares its output; throws when there is none. Touches no node. */
export function solve(question: Question, market: Market): Solved {
  const { budgetMs, isFast, order } = question
  const search: Search = {
    question,
    market,
    query: routeQuery(question, market),
    budget: {
      ms: isFast ? Math.min(budgetMs, FAST_BUDGET_MS) : budgetMs,
      maxLegs: isGasPriced(question, market) ? MAX_LEGS : MAX_LEGS_UNPRICED,
    },
    terms: {
      settlementFeeBps: market.config.settlementFeeBps,
      floor: market.usd.amountFor(question.poolOutput, SETTLEMENT_FLOOR_MICRO_USD),
      partnerFeeBps: question.partnerFeeBps,
      slippageBps: question.slippageBps,
      hasPartner: question.hasPartner,
    },
  }
  const trade = order.type === 'SELL' ? sell(search, order) : buy(search, order.amountOut)
  return { ...trade, surge: getSurge(search, trade.route) }
}

function sell(search: Search, { amountIn, partialLimitBps }: Extract<TradeOrder, { type: 'SELL' }>): Trade {
  const { question, query, budget, terms } = search
  const sale = { ...query, amountIn }
  const found = isWrap(question)
    ? wrap(search, amountIn)
    : partialLimitBps === undefined
      ? findBestRoute(sale, budget)
      : findPartialSale(sale, budget, partialLimitBps)
  if (!found) throw noSolution()
  const { route, singlePath, bound } = found
  const benchmark = question.sharesSurplus ? (singlePath ?? route).amountOut : undefined
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
      missing: bound - Number(getNet(sale, route)),
    }),
  }
}

function buy(search: Search, net: bigint): Trade {
  const { question, query, budget, terms } = search
  const gross = grossFor(net, terms)
  const purchase = { ...query, amountOut: gross }
  const found = isWrap(question) ? wrap(search, gross) : findBestPurchase(purchase, budget)
  if (!found) throw noSolution()
  const { route, bound } = found
  // Wrapping turns all there is, and its price never moves.
  const slippageBps = isWrap(question) ? 0 : question.slippageBps
  const maxInput = applyBpsRoundedUp(route.amountIn, 10_000 + slippageBps)
  if (maxInput > MAX_INPUT) throw noSolution()
  return {
    route,
    fees: splitPurchase(gross, terms),
    maxInput,
    optimalityGapBps: optimalityGapBps({
      amount: route.amountIn,
      missing: isWrap(question) ? 0 : Number(getCost(purchase, route)) - bound,
    }),
  }
}

function routeQuery({ poolInput, poolOutput, modules }: Question, market: Market): RouteQuery {
  const { config, block, usd } = market
  const weth = config.weth.toLowerCase()
  const usable = new Set(modules)
  const isUsable = ({ module }: Pool) => usable.has(module)
  return {
    tokenIn: poolInput,
    tokenOut: poolOutput,
    via: config.baseTokens.map((token) => token.toLowerCase()),
    edges: (tokenIn, tokenOut) => market.edges(tokenIn, tokenOut).filter(({ pool }) => isUsable(pool)),
    outer: { pools: market.outer(), isUsable },
    gasCost: (token, gas) => usd.convert(block.gasPrice * BigInt(gas), weth, token) ?? 0n,
  }
}

function isGasPriced({ order, poolInput, poolOutput }: Question, { config, usd }: Market): boolean {
  const counted = order.type === 'SELL' ? poolOutput : poolInput
  return usd.convert(1n, config.weth.toLowerCase(), counted) !== undefined
}

function wrap({ question, market }: Search, amount: bigint): BestRoute | undefined {
  const pool = createWrappedNativePool(market.config.weth)
  if (!question.modules.includes(pool.module)) return undefined
  const zeroForOne = question.isNativeInput
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

function getSurge({ question, query, budget }: Search, route: SwapPath): Surge | undefined {
  if (isWrap(question)) return { recovered: route.amountIn, lossPercent: 0, isExcessive: false }
  if (question.isFast && !question.protectsSurge) return undefined
  // Gas is not its subject, and what protects must not depend on how busy a machine is: the first plan is taken.
  return estimateSurge(route, query, { ...budget, ms: 0 })
}
