import { MAX_MS, type SearchBudget } from '../optimize/find-split.ts'
import { PURCHASE, SALE } from '../optimize/network/side.ts'
import { splitOver } from '../optimize/split-over.ts'
import { type BuyQuery, findCheapestPath } from '../paths/find-cheapest-path.ts'
import { findBestPath, type PathQuery, type RouteQuery } from '../paths/find-path.ts'
import { gasPriceIn } from '../paths/gas-price.ts'
import { chargedGas, type SwapPath } from '../paths/route.ts'

export interface BestRoute {
  route: SwapPath
  /** The best unsplit route. Undefined if no single path can trade the whole amount. */
  singlePath: SwapPath | undefined
  /**
   * A bound after gas: the maximum output of a sale, or the minimum input of a purchase, in base
   * units.
   */
  bound: number
}

/** Numbers of intermediate tokens to search over first. A wider search starts from the best route so far. */
const LEVELS = [3, 8, 16, 48]

interface StartOptions {
  /** The best single path. Default: found here. */
  singlePath?: SwapPath | undefined
  /**
   * Finds a route over fewer tokens, where the search starts if flows form circles. Default:
   * searches over few tokens if gas is free.
   */
  findStart?: (() => SwapPath | undefined) | undefined
}

/**
 * Returns the sale with the highest output after gas, exact to the wei: split over several pools,
 * or the best single path if that pays more.
 */
export function findBestRoute(
  query: PathQuery,
  budget: SearchBudget,
  options: StartOptions = {},
): BestRoute | undefined {
  const { singlePath = findBestPath(query) } = options
  const levels = { find: findBestRoute, counted: query.tokenOut }
  const { findStart = startFinder(query, budget, levels) } = options
  const trade = { side: SALE, amount: query.amountIn }
  const split = splitOver(query, { ...trade, budget, singlePath, findStart })
  const route = better(singlePath, split.route, (a, b) => getNet(query, b) > getNet(query, a))
  return route && { route, singlePath, bound: split.bound }
}

/** Returns the purchase with the lowest cost including gas, exact to the wei. */
export function findBestPurchase(
  query: BuyQuery,
  budget: SearchBudget,
  options: Pick<StartOptions, 'findStart'> = {},
): BestRoute | undefined {
  const levels = { find: findBestPurchase, counted: query.tokenIn }
  const { findStart = startFinder(query, budget, levels) } = options
  const singlePath = findCheapestPath(query)
  const trade = { side: PURCHASE, amount: query.amountOut }
  const split = splitOver(query, { ...trade, budget, singlePath, findStart })
  const route = better(singlePath, split.route, (a, b) => getCost(query, b) < getCost(query, a))
  return route && { route, singlePath, bound: split.bound }
}

type Find<Query> = (query: Query, budget: SearchBudget, options: StartOptions) => BestRoute | undefined

/**
 * Returns a search over few intermediate tokens and then over more, each from the route of the
 * search before. The best order of tokens is easier to find among few. With gas, few cycles pay.
 */
function startFinder<Query extends RouteQuery>(
  query: Query,
  budget: SearchBudget,
  { find, counted }: { find: Find<Query>; counted: string },
): StartOptions['findStart'] {
  if (gasPriceIn(query, counted) > 0) return undefined
  return () => {
    const end = performance.now() + MAX_MS
    let start: SwapPath | undefined
    for (const count of LEVELS) {
      if (count >= query.via.length || performance.now() > end) break
      const narrow = { ...query, via: query.via.slice(0, count) }
      const from = start
      start = find(narrow, { ...budget, isUnbounded: true }, { findStart: () => from })?.route ?? start
    }
    return start
  }
}

/** Returns the output of a sale after gas, in base units of the output. */
export function getNet(query: PathQuery, route: SwapPath): bigint {
  return route.amountOut - query.gasCost(query.tokenOut, chargedGas(query, route))
}

/** Returns the cost of a purchase including gas, in base units of the input. */
export function getCost(query: BuyQuery, route: SwapPath): bigint {
  return route.amountIn + query.gasCost(query.tokenIn, chargedGas(query, route))
}

function better(
  a: SwapPath | undefined,
  b: SwapPath | undefined,
  isBetter: (a: SwapPath, b: SwapPath) => boolean,
): SwapPath | undefined {
  if (!a || !b) return a ?? b
  return isBetter(a, b) ? b : a
}
