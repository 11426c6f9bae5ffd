import type { RouteQuery } from '../paths/find-path.ts'
import { gasPriceIn } from '../paths/gas-price.ts'
import { chargedGas, type SwapPath } from '../paths/route.ts'
import { createNetwork, INPUT, type Network } from './network.ts'
import { optimizeTrade } from './optimize-trade.ts'
import { runLegs } from './run-legs.ts'
import type { Side } from './side.ts'
import { trimFixedRates } from './trim-fixed-rates.ts'

export interface SearchBudget {
  /** For improving the first solution, in edges solved over: the same route on any machine, under any load. */
  maxWork: number
  maxLegs: number
  /** Without a bound beyond the route itself, which takes as long as the route. Default: false. */
  isUnbounded?: boolean
}

export interface SplitSearch {
  side: Side
  /** The amount sold, or bought: gross, before any fee. */
  amount: bigint
  budget: SearchBudget
  /** A second starting point of the search. */
  singlePath: SwapPath | undefined
}

export interface Split {
  /** Undefined when the network cannot trade the whole amount. */
  route: SwapPath | undefined
  /** After gas: no sale pays more than this, in base units of the output; no purchase costs less, in those of the input. */
  bound: number
}

/** In case the work takes unusually long: a search does not hang. Far more than it takes on a machine with ten times as much to do. */
const MAX_MS = 2_000

/** The route over any number of pools that nets most after gas, exact to the wei. */
export function findSplit(query: RouteQuery, { side, amount, budget, singlePath }: SplitSearch): Split {
  const end = performance.now() + MAX_MS
  const network = tradedNetwork(query, { side, amount })
  const { plan, joint, bound } = optimizeTrade({
    network,
    side,
    amount: Number(amount),
    gasPrice: gasPriceIn(query, side.counted === INPUT ? query.tokenIn : query.tokenOut),
    maxLegs: budget.maxLegs,
    single: getEdges(network, singlePath),
    outer: query.outer,
    isUnbounded: budget.isUnbounded ?? false,
    maxWork: budget.maxWork,
    isLate: () => performance.now() > end,
  })
  const routes = [plan, ...joint].flatMap(({ legs }) =>
    legs.length > 0 ? (runLegs(network, { side, legs, amount }) ?? []) : [],
  )
  const netOf = (route: SwapPath) => netAfterGas(query, side, route)
  const route = routes.reduce<SwapPath | undefined>(
    (best, other) => (best && netOf(best) >= netOf(other) ? best : other),
    undefined,
  )
  return { route, bound: side.sign * bound }
}

/** The network of a trade, with fixed-rate pools cut to its size. */
export function tradedNetwork(
  query: RouteQuery,
  { side, amount }: Pick<SplitSearch, 'side' | 'amount'>,
): Network {
  const network = createNetwork(query, side.usable)
  const prices = side.spotPrices(network.edges, network.tokens.length)
  return trimFixedRates(network, { value: Number(amount) * (prices[side.given] as number), prices })
}

function netAfterGas(query: RouteQuery, side: Side, route: SwapPath): bigint {
  const gas = chargedGas(query, route)
  return side.type === 'SELL'
    ? route.amountOut - query.gasCost(query.tokenOut, gas)
    : -route.amountIn - query.gasCost(query.tokenIn, gas)
}

/** The steps of a route as edges; none when one of them is not in the network. */
function getEdges(network: Network, route: SwapPath | undefined): number[] {
  const edges = (route?.steps ?? []).map(({ pool, zeroForOne }) =>
    network.edges.findIndex((edge) => edge.pool === pool && edge.zeroForOne === zeroForOne),
  )
  return edges.includes(-1) ? [] : edges
}
