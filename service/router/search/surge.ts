import { maxBigInt } from '../../../src/lib/amount.ts'
import type { SearchBudget } from '../optimize/find-split.ts'
import { findBestPath, type PathQuery, type RouteQuery } from '../paths/find-path.ts'
import type { SwapPath } from '../paths/route.ts'
import { findBestRoute } from './find-best-route.ts'

/** The result of selling the output back at once, and the loss. */
export interface Surge {
  recovered: bigint
  /** Whole percent of the input, rounded up. */
  lossPercent: number
  /** Less than 90 % comes back. */
  isExcessive: boolean
}

const MIN_RECOVERED_PERCENT = 90n
/** A loss of one percent or less. */
const ENOUGH_PERCENT = 99n

/**
 * Sells the output back twice, on the pools after the trade and on the pools before it, and takes the worse result: the
 * first detects one-way pools, the second a lack of depth.
 */
export function estimateSurge(route: SwapPath, query: RouteQuery, budget: SearchBudget): Surge {
  const back: PathQuery = {
    ...query,
    tokenIn: query.tokenOut,
    tokenOut: query.tokenIn,
    amountIn: route.amountOut,
    outer: undefined,
  }
  const moved = new Map(route.steps.map(({ pool, swap }) => [pool, swap.after()]))
  const options = { sold: route.amountIn, budget }
  const onMoved = recover({ ...back, standIn: (pool) => moved.get(pool) ?? pool }, options)
  const onUntouched = recover(back, options)
  const recovered = maxBigInt(onMoved, onUntouched) === onMoved ? onUntouched : onMoved
  const lost = recovered < route.amountIn ? route.amountIn - recovered : 0n
  return {
    recovered,
    lossPercent: Number((lost * 100n + route.amountIn - 1n) / route.amountIn),
    isExcessive: recovered * 100n < route.amountIn * MIN_RECOVERED_PERCENT,
  }
}

/** By a single path where that loses little, since no percent is left to find: else by any number of pools. */
function recover(query: PathQuery, { sold, budget }: { sold: bigint; budget: SearchBudget }): bigint {
  const path = findBestPath(query)
  if (path && path.amountOut * 100n >= sold * ENOUGH_PERCENT) return path.amountOut
  return findBestRoute(query, budget, path)?.route.amountOut ?? 0n
}
