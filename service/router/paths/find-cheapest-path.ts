import type { RouteQuery } from './find-path.ts'
import { type RouteStep, type SwapPath, WHOLE_PORTION } from './route.ts'

export interface BuyQuery extends RouteQuery {
  /** Gross: before any fee. */
  amountOut: bigint
}

interface Asked {
  amount: bigint
  /** The amount with the gas it takes. */
  cost: bigint
  gas: number
  steps: readonly RouteStep[]
}

/**
 * The single path of at most three pools that buys an amount for least, gas included; undefined when no path has as
 * much. The search runs backwards: what each token would have to be bought for is all that must be kept.
 */
export function findCheapestPath(query: BuyQuery): SwapPath | undefined {
  const { tokenIn, tokenOut, amountOut } = query
  const via = query.via.filter((token) => token !== tokenIn && token !== tokenOut)
  const end: Asked = { amount: amountOut, cost: amountOut, gas: 0, steps: [] }

  let best = hopBack(query, end, [tokenIn, tokenOut])
  let frontier = new Map<string, Asked>()
  for (const token of via) keepCheaper(frontier, token, hopBack(query, end, [token, tokenOut]))

  for (let hops = 2; hops <= 3; hops += 1) {
    const next = new Map<string, Asked>()
    for (const [to, asked] of frontier) {
      best = cheaper(best, hopBack(query, asked, [tokenIn, to]))
      if (hops === 3) continue
      for (const token of via) {
        if (token !== to) keepCheaper(next, token, hopBack(query, asked, [token, to]))
      }
    }
    frontier = next
  }
  if (!best) return undefined
  const { steps, amount, gas } = best
  return { type: 'BUY', steps, amountIn: amount, amountOut, gas }
}

/** The pool that asks least. */
function hopBack(query: BuyQuery, to: Asked, [tokenIn, tokenOut]: [string, string]): Asked | undefined {
  let best: Asked | undefined
  for (const edge of query.edges(tokenIn, tokenOut)) {
    const { zeroForOne } = edge
    if (to.steps.some(({ pool: used }) => used.address === edge.pool.address)) continue
    const pool = query.standIn ? query.standIn(edge.pool) : edge.pool
    const swap = pool.exactOutput(zeroForOne, to.amount)
    if (!swap) continue
    const gas = to.gas + swap.gas
    const cost = swap.amountIn + query.gasCost(tokenIn, gas)
    if (best && best.cost <= cost) continue
    const step: RouteStep = { pool, zeroForOne, tokenIn, tokenOut, portion: WHOLE_PORTION, swap }
    best = { amount: swap.amountIn, cost, gas, steps: [step, ...to.steps] }
  }
  return best
}

function cheaper(a: Asked | undefined, b: Asked | undefined): Asked | undefined {
  if (!a || !b) return a ?? b
  return b.cost < a.cost ? b : a
}

function keepCheaper(frontier: Map<string, Asked>, token: string, asked: Asked | undefined): void {
  const kept = cheaper(frontier.get(token), asked)
  if (kept) frontier.set(token, kept)
}
