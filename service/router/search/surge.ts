import type { Pool, PoolSwap } from '../../modules/core/pool.ts'
import { createEdge, type Edge } from '../market/market.ts'
import { boundSale } from '../optimize/bounds/sale-bounds.ts'
import type { SearchBudget } from '../optimize/find-split.ts'
import { findBestPath, type PathQuery, type RouteQuery } from '../paths/find-path.ts'
import type { SwapPath } from '../paths/route.ts'
import { findBestRoute } from './find-best-route.ts'

/** The loss of selling the output back immediately. */
export interface Surge {
  /** Percent of the input, rounded up. */
  lossPercent: number
  /** True if less than 90 % is returned. */
  isExcessive: boolean
}

const MAX_LOSS_PERCENT = 10
/** The search stops at this loss. */
const LEAST_LOSS_PERCENT = 1

/**
 * Sells the output back on the pools after the trade and on the pools before it, and returns the
 * worse result: the first detects one-way pools, the second a lack of depth.
 */
export function estimateSurge(route: SwapPath, query: RouteQuery, budget: SearchBudget): Surge {
  const back: PathQuery = {
    ...query,
    tokenIn: query.tokenOut,
    tokenOut: query.tokenIn,
    amountIn: route.amountOut,
    outer: undefined,
  }
  const sold = route.amountIn
  const poolAfter = poolsAfter(route)
  // The reversed route is one route back. A better one is only searched for if it would change the
  // result.
  const retraced = getLossPercent(retrace(route, poolAfter), sold)
  const sameWay = getLossPercent(
    retrace(route, (pool) => pool),
    sold,
  )
  const onUntouched = findLeastLoss(back, { sold, budget, known: sameWay, isEnough: LEAST_LOSS_PERCENT })
  const isEnough = Math.max(onUntouched, LEAST_LOSS_PERCENT)
  const edges = edgesAfter(query.edges, poolAfter)
  const onMoved = findLeastLoss({ ...back, edges }, { sold, budget, known: retraced, isEnough })
  const lossPercent = Math.max(onMoved, onUntouched)
  return { lossPercent, isExcessive: lossPercent > MAX_LOSS_PERCENT }
}

interface LossSearch {
  sold: bigint
  budget: SearchBudget
  /** The loss of one route back. */
  known: number
  /** A loss below this one would not change the result. */
  isEnough: number
}

/**
 * Returns the loss in percent of the best route back, by the first estimate that no route could
 * improve.
 */
function findLeastLoss(back: PathQuery, { sold, budget, known, isEnough }: LossSearch): number {
  if (known <= isEnough) return known
  const bounds = boundSale(back)
  const enough = Math.max(isEnough, toPercent(bounds.atMargin, sold))
  if (known <= enough) return known
  const least = Math.max(enough, toPercent(bounds.least(), sold))
  if (known <= least) return known
  const path = findBestPath(back)
  const ofPath = path ? getLossPercent(path.amountOut, sold) : known
  if (Math.min(known, ofPath) <= least) return Math.min(known, ofPath)
  const found = findBestRoute(back, budget, { singlePath: path })
  return Math.min(known, found ? getLossPercent(found.route.amountOut, sold) : 100)
}

/** Converts the maximum returned amount to a loss. */
function toPercent(most: number, sold: bigint): number {
  return Number.isFinite(most) ? getLossPercent(BigInt(Math.ceil(most)), sold) : 0
}

function getLossPercent(recovered: bigint, sold: bigint): number {
  const lost = recovered < sold ? sold - recovered : 0n
  return Number((lost * 100n + sold - 1n) / sold)
}

type Edges = RouteQuery['edges']

/** Returns edges of the pools after a trade. */
function edgesAfter(edges: Edges, poolAfter: (pool: Pool) => Pool): Edges {
  const known = new Map<readonly Edge[], readonly Edge[]>()
  const move = (edge: Edge) => {
    const pool = poolAfter(edge.pool)
    return pool === edge.pool ? edge : createEdge(pool, edge.zeroForOne)
  }
  return (tokenIn, tokenOut) => {
    const before = edges(tokenIn, tokenOut)
    const after = known.get(before) ?? before.map(move)
    known.set(before, after)
    return after
  }
}

/** Returns each pool in its state after the route. */
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

/**
 * Returns the output of the reversed route, in which each pool takes its share of the remaining
 * amount, or 0 if a pool rejects it.
 */
function retrace({ steps, amountOut }: SwapPath, poolAt: (pool: Pool) => Pool): bigint {
  const last = new Map<string, PoolSwap>()
  const bought = new Map<string, bigint>()
  for (const { tokenOut, swap } of steps) add(bought, tokenOut, swap.amountOut)
  const held = new Map([[steps.at(-1)?.tokenOut ?? '', amountOut]])
  for (const { pool, zeroForOne, tokenIn, tokenOut, swap } of steps.toReversed()) {
    const share = ((held.get(tokenOut) ?? 0n) * swap.amountOut) / (bought.get(tokenOut) ?? 1n)
    const current = last.get(pool.address)?.after(pool) ?? poolAt(pool)
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
