import type { RouteQuery } from './find-path.ts'
import { type RouteStep, type SwapPath, sumGas, WHOLE_PORTION } from './route.ts'

export interface BuyQuery extends RouteQuery {
  /** Gross: before any fee. */
  amountOut: bigint
}

interface Required {
  amount: bigint
  /** The amount plus its gas. */
  cost: bigint
  /** With that of the data. */
  gas: number
  steps: readonly RouteStep[]
}

/**
 * The single path of at most three pools that buys an amount at the lowest cost, gas included; undefined when no path has
 * enough. The search runs backwards and keeps the lowest cost of each token.
 */
export function findCheapestPath(query: BuyQuery): SwapPath | undefined {
  const { tokenIn, tokenOut, amountOut } = query
  const via = query.via.filter((token) => token !== tokenIn && token !== tokenOut)
  const end: Required = { amount: amountOut, cost: amountOut, gas: 0, steps: [] }

  let best = hopBack(query, end, [tokenIn, tokenOut])
  let frontier = new Map<string, Required>()
  for (const token of via) keepCheaper(frontier, token, hopBack(query, end, [token, tokenOut]))

  for (let hops = 2; hops <= 3; hops += 1) {
    const next = new Map<string, Required>()
    for (const [to, required] of frontier) {
      best = cheaper(best, hopBack(query, required, [tokenIn, to]))
      if (hops === 3) continue
      for (const token of via) {
        if (token !== to) keepCheaper(next, token, hopBack(query, required, [token, to]))
      }
    }
    frontier = next
  }
  if (!best) return undefined
  const { steps, amount } = best
  return { type: 'BUY', steps, amountIn: amount, amountOut, gas: sumGas(steps) }
}

/** The cheapest pool. */
function hopBack(query: BuyQuery, to: Required, [tokenIn, tokenOut]: [string, string]): Required | undefined {
  let best: Required | undefined
  for (const edge of query.edges(tokenIn, tokenOut)) {
    const { zeroForOne } = edge
    if (to.steps.some(({ pool: used }) => used.address === edge.pool.address)) continue
    const pool = query.standIn ? query.standIn(edge.pool) : edge.pool
    const swap = pool.exactOutput(zeroForOne, to.amount)
    if (!swap) continue
    const gas = to.gas + swap.gas + (query.stepDataGas ?? 0)
    const cost = swap.amountIn + query.gasCost(tokenIn, gas)
    if (best && best.cost <= cost) continue
    const step: RouteStep = { pool, zeroForOne, tokenIn, tokenOut, portion: WHOLE_PORTION, swap }
    best = { amount: swap.amountIn, cost, gas, steps: [step, ...to.steps] }
  }
  return best
}

function cheaper(a: Required | undefined, b: Required | undefined): Required | undefined {
  if (!a || !b) return a ?? b
  return b.cost < a.cost ? b : a
}

function keepCheaper(frontier: Map<string, Required>, token: string, required: Required | undefined): void {
  const kept = cheaper(frontier.get(token), required)
  if (kept) frontier.set(token, kept)
}
