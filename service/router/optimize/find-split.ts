import type { RouteQuery } from '../paths/find-path.ts'
import { gasPriceIn } from '../paths/gas-price.ts'
import { chargedGas, type SwapPath } from '../paths/route.ts'
import { createNetwork, INPUT, type Network, OUTPUT } from './network/network.ts'
import type { Side } from './network/side.ts'
import { trimFixedRates } from './network/trim-fixed-rates.ts'
import { hasCircles, optimizeTrade } from './optimize-trade.ts'
import { runLegs } from './plans/run-legs.ts'
import type { DualSolution } from './prices/dual.ts'
import { solveAll } from './prices/solve-over.ts'

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
  /** Finds a route over fewer tokens, where the search starts if flows form circles. Default: found here. */
  findStart?: (() => SwapPath | undefined) | undefined
}

export interface Split {
  /** Undefined when the network cannot trade the whole amount. */
  route: SwapPath | undefined
  /**
   * Bound after gas, in base units: no sale pays more of the output, and no purchase costs less of
   * the input.
   */
  bound: number
}

/** Ends a search on a very slow machine. It is far above the usual time. */
export const MAX_MS = 2_000

/** Numbers of intermediate tokens to search over first, where flows over all of them cannot be executed. */
const LEVELS = [3, 6, 12]

/** How many pools that refuse what their curves promise are left out in turn. */
const MAX_REFUSALS = 2

/** The route over any number of pools that nets most after gas, exact to the wei. */
export function findSplit(
  query: RouteQuery,
  { side, amount, budget, singlePath, findStart }: SplitSearch,
): Split {
  const end = performance.now() + MAX_MS
  const isLate = () => performance.now() > end
  const gasPrice = gasPriceIn(query, side.counted === INPUT ? query.tokenIn : query.tokenOut)
  function better(a: SwapPath | undefined, b: SwapPath | undefined): SwapPath | undefined {
    if (!a || !b) return a ?? b
    return netAfterGas(query, side, b) > netAfterGas(query, side, a) ? b : a
  }

  let isCircular = false
  function search(network: Network, { isUnbounded, from, free }: SearchStart) {
    const { plan, joint, bound } = optimizeTrade({
      network,
      uncut,
      side,
      amount: Number(amount),
      gasPrice,
      maxLegs: budget.maxLegs,
      single: getEdges(network, singlePath),
      ...(from && { known: getEdges(network, from) }),
      ...(free && { free }),
      isCircular,
      outer: query.outer,
      isUnbounded,
      maxWork: budget.maxWork,
      isLate,
    })
    const runs = [plan, ...joint]
      .filter(({ legs }) => legs.length > 0)
      .map(({ legs }) => runLegs(network, { side, legs, amount }))
    const route = runs.map((run) => run.route).reduce(better, undefined)
    return { route, bound, refusedBy: runs[0]?.refusedBy }
  }

  /** Searches over few intermediate tokens first, and starts each wider search from the route found so far. */
  function grow(network: Network): SwapPath | undefined {
    const levels = LEVELS.filter((count) => count + OUTPUT + 1 < network.tokens.length)
    let found: SwapPath | undefined
    for (const count of levels) {
      if (isLate()) return found
      found = better(found, search(withTokens(network, count), searchFrom(found)).route)
    }
    return found
  }

  // A better purchase costs no more than one that is known.
  const known = singlePath ? -Number(netAfterGas(query, side, singlePath)) : Number.POSITIVE_INFINITY
  const uncut = createNetwork(query, side.usable)
  let network = cutToTrade(uncut, { side, amount, most: side.type === 'BUY' ? known : undefined })
  const problem = { network, side, amount: Number(amount) }
  const free = solveAll(problem)
  isCircular = free !== undefined && hasCircles(problem, free)
  const grown = isCircular && budget.maxWork > 0 ? (findStart ?? (() => grow(network)))() : undefined
  let { route, bound, refusedBy } = search(network, {
    isUnbounded: budget.isUnbounded ?? false,
    ...(free && { free }),
    ...(grown && { from: grown }),
  })
  route = better(route, grown)
  // Its part goes to the others: without this, one pool could keep a trade from all of them.
  for (let refusals = 0; refusedBy && refusals < MAX_REFUSALS && !isLate(); refusals += 1) {
    const without = refusedBy
    network = { ...network, edges: network.edges.filter((edge) => edge !== without) }
    const next = search(network, { isUnbounded: true })
    route = better(route, next.route)
    refusedBy = next.refusedBy
  }
  return { route, bound: side.sign * bound }
}

interface SearchStart {
  isUnbounded: boolean
  from?: SwapPath
  free?: DualSolution
}

function searchFrom(from: SwapPath | undefined): SearchStart {
  return { isUnbounded: true, ...(from && { from }) }
}

/** The same network with its first intermediate tokens alone. */
function withTokens({ tokens, edges }: Network, count: number): Network {
  const isKept = (token: number) => token <= OUTPUT + count
  return { tokens, edges: edges.filter(({ from, to }) => isKept(from) && isKept(to)) }
}

/** The network of a sale, or of a purchase of this amount, with fixed-rate pools cut to its size. */
export function tradedNetwork(query: RouteQuery, trade: Pick<SplitSearch, 'side' | 'amount'>): Network {
  return cutToTrade(createNetwork(query, trade.side.usable), trade)
}

/** `most` is the most that the trade pays. Default: the worth of the amount, as for a sale. */
function cutToTrade(
  network: Network,
  { side, amount, most }: Pick<SplitSearch, 'side' | 'amount'> & { most?: number | undefined },
): Network {
  const prices = side.spotPrices(network.edges, network.tokens.length)
  return trimFixedRates(network, { value: most ?? Number(amount) * (prices[side.given] as number), prices })
}

export function netAfterGas(query: RouteQuery, side: Side, route: SwapPath): bigint {
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
