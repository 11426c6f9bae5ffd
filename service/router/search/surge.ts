import { minBigInt } from '../../../src/lib/amount.ts'
import type { Pool, PoolSwap } from '../../modules/core/pool.ts'
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
  const options = { sold: route.amountIn, budget }
  const onUntouched = recover(back, options)
  const retraced = retrace(route)
  // The way the trade came is one way back: a better one need not be searched for where it would change nothing.
  const isEnough = retraced >= onUntouched || getLossPercent(retraced, route.amountIn) <= 1
  const onMoved = isEnough ? retraced : recover({ ...back, standIn: poolsAfter(route) }, options)
  const recovered = minBigInt(onMoved, onUntouched)
  return {
    recovered,
    lossPercent: getLossPercent(recovered, route.amountIn),
    isExcessive: recovered * 100n < route.amountIn * MIN_RECOVERED_PERCENT,
  }
}

/** By a single path where no route could lose a percent less: else by any number of pools. */
function recover(query: PathQuery, { sold, budget }: { sold: bigint; budget: SearchBudget }): bigint {
  const path = findBestPath(query)
  if (!path) return findBestRoute(query, budget)?.route.amountOut ?? 0n
  const percent = getLossPercent(path.amountOut, sold)
  if (percent <= 1) return path.amountOut
  const isEnough = (most: number) => getLossPercent(BigInt(Math.ceil(most)), sold) === percent
  return findBestRoute(query, { ...budget, isEnough }, path)?.route.amountOut ?? 0n
}

function getLossPercent(recovered: bigint, sold: bigint): number {
  const lost = recovered < sold ? sold - recovered : 0n
  return Number((lost * 100n + sold - 1n) / sold)
}

/** Each pool as the route leaves it. */
function poolsAfter({ type, steps }: SwapPath): (pool: Pool) => Pool {
  const last = new Map(
    (type === 'SELL' ? steps : steps.toReversed()).map(({ pool, swap }) => [pool.address, swap]),
  )
  const known = new Map<Pool, Pool>()
  return (pool) => {
    const moved = known.get(pool) ?? last.get(pool.address)?.after(pool) ?? pool
    known.set(pool, moved)
    return moved
  }
}

/** What comes back through the same pools, each taking its share of what is left; 0 when one of them refuses. */
function retrace(route: SwapPath): bigint {
  const { steps, amountOut } = route
  const poolAfter = poolsAfter(route)
  const last = new Map<string, PoolSwap>()
  const bought = new Map<string, bigint>()
  for (const { tokenOut, swap } of steps) add(bought, tokenOut, swap.amountOut)
  const held = new Map([[steps.at(-1)?.tokenOut ?? '', amountOut]])
  for (const { pool, zeroForOne, tokenIn, tokenOut, swap } of steps.toReversed()) {
    const share = ((held.get(tokenOut) ?? 0n) * swap.amountOut) / (bought.get(tokenOut) ?? 1n)
    const current = last.get(pool.address)?.after(pool) ?? poolAfter(pool)
    const back = current.exactInput(!zeroForOne, share)
    if (!back) return 0n
    last.set(pool.address, back)
    add(held, tokenIn, back.amountOut)
  }
  return held.get(steps[0]?.tokenIn ?? '') ?? 0n
}

function add(amounts: Map<string, bigint>, token: string, amount: bigint): void {
  amounts.set(token, (amounts.get(token) ?? 0n) + amount)
}
