import type { SearchBudget } from '../optimize/find-split.ts'
import { PURCHASE, SALE } from '../optimize/network/side.ts'
import { splitOver } from '../optimize/split-over.ts'
import { type BuyQuery, findCheapestPath } from '../paths/find-cheapest-path.ts'
import { findBestPath, type PathQuery } from '../paths/find-path.ts'
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

/**
 * Returns the sale with the highest output after gas, exact to the wei: split over several pools,
 * or the best single path if that pays more. Pass `singlePath` if it is known.
 */
export function findBestRoute(
  query: PathQuery,
  budget: SearchBudget,
  singlePath = findBestPath(query),
): BestRoute | undefined {
  const trade = { side: SALE, amount: query.amountIn }
  const split = splitOver(query, { ...trade, budget, singlePath })
  const route = better(singlePath, split.route, (a, b) => getNet(query, b) > getNet(query, a))
  return route && { route, singlePath, bound: split.bound }
}

/** Returns the purchase with the lowest cost including gas, exact to the wei. */
export function findBestPurchase(query: BuyQuery, budget: SearchBudget): BestRoute | undefined {
  const singlePath = findCheapestPath(query)
  const trade = { side: PURCHASE, amount: query.amountOut }
  const split = splitOver(query, { ...trade, budget, singlePath })
  const route = better(singlePath, split.route, (a, b) => getCost(query, b) < getCost(query, a))
  return route && { route, singlePath, bound: split.bound }
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
