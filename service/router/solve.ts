import { createWrappedNativePool } from '../modules/wrapped-native/wrapped-native-pool.ts'
import { noSolution } from '../service-error.ts'
import { type Fees, SETTLEMENT_FLOOR_MICRO_USD, splitOutput } from './fees.ts'
import { findBestPath, type PathQuery } from './find-path.ts'
import type { Edge, Market } from './market.ts'
import { type Route, WHOLE_PORTION } from './route.ts'
import { estimateSurge, type Surge } from './surge.ts'
import type { TradeRequest } from './trade-request.ts'

/** The answer to a request on one snapshot, before anybody words it. */
export interface Solution {
  market: Market
  route: Route
  fees: Fees
  /** Undefined when the caller is in a hurry. */
  surge: Surge | undefined
}

/** Finds the route and shares its output; throws when there is none. Touches no node. */
export function solve(trade: TradeRequest, market: Market): Solution {
  const query = pathQuery(trade, market)
  const route = findRoute(trade, query)
  if (!route) throw noSolution()
  const fees = splitOutput(route.amountOut, {
    settlementFeeBps: trade.chain.config.settlementFeeBps,
    floor: market.usd.amountFor(trade.poolOutput, SETTLEMENT_FLOOR_MICRO_USD),
    partnerFeeBps: trade.partnerFeeBps,
    slippageBps: trade.slippageBps,
  })
  return { market, route, fees, surge: surgeOf(trade, route, query) }
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

function findRoute(trade: TradeRequest, query: PathQuery): Route | undefined {
  return trade.poolInput === trade.poolOutput ? wrapRoute(trade) : findBestPath(query)
}

/** Between the native token and its wrapped form there is nothing to search. */
function wrapRoute(trade: TradeRequest): Route | undefined {
  const pool = createWrappedNativePool(trade.chain.config.weth)
  if (!trade.allowsModule(pool.module)) return undefined
  const zeroForOne = trade.isNativeInput
  const swap = pool.exactInput(zeroForOne, trade.amountIn)
  if (!swap) return undefined
  const [tokenIn, tokenOut] = [trade.inputToken.toLowerCase(), trade.outputToken.toLowerCase()]
  const step = { pool, zeroForOne, tokenIn, tokenOut, portion: WHOLE_PORTION, swap }
  return { steps: [step], amountIn: swap.amountIn, amountOut: swap.amountOut, gas: swap.gas }
}

function surgeOf(trade: TradeRequest, route: Route, query: PathQuery): Surge | undefined {
  if (trade.poolInput === trade.poolOutput) {
    return { recovered: route.amountIn, lossPercent: 0, isExcessive: false }
  }
  return trade.isFast && !trade.protectsSurge ? undefined : estimateSurge(route, query)
}
