import type { Pool } from '../modules/pool.ts'
import type { Edge } from './market.ts'
import { type Route, type RouteStep, WHOLE_PORTION } from './route.ts'

export interface RouteQuery {
  /** Lower case, as all tokens here. */
  tokenIn: string
  tokenOut: string
  /** Tokens the path may pass through. */
  via: readonly string[]
  /** The pools that may be used. */
  edges(tokenIn: string, tokenOut: string): readonly Edge[]
  /** What gas costs in a token's base units; 0 where that is unknown. */
  gasCost(token: string, gas: number): bigint
  /** Stands a pool in for another: the same pool after a trade. Default: none. */
  standIn?: (pool: Pool) => Pool
}

export interface PathQuery extends RouteQuery {
  amountIn: bigint
}

interface Reached {
  amount: bigint
  /** What is left after paying for the gas. */
  net: bigint
  gas: number
  steps: readonly RouteStep[]
}

/**
 * The single path of at most three pools that pays most after gas; undefined when no path takes the whole amount.
 * More in never gives less out, therefore the best way to each token after each hop is all that must be kept.
 */
export function findBestPath(query: PathQuery): Route | undefined {
  const { tokenIn, tokenOut } = query
  const via = query.via.filter((token) => token !== tokenIn && token !== tokenOut)
  const start: Reached = { amount: query.amountIn, net: query.amountIn, gas: 0, steps: [] }

  let best = hop(query, start, tokenIn, tokenOut)
  let frontier = new Map<string, Reached>()
  for (const token of via) keepBetter(frontier, token, hop(query, start, tokenIn, token))

  for (let hops = 2; hops <= 3; hops += 1) {
    const next = new Map<string, Reached>()
    for (const [from, reached] of frontier) {
      best = better(best, hop(query, reached, from, tokenOut))
      if (hops === 3) continue
      for (const token of via) {
        if (token !== from) keepBetter(next, token, hop(query, reached, from, token))
      }
    }
    frontier = next
  }
  if (!best) return undefined
  const { steps, amount, gas } = best
  return { type: 'SELL', steps, amountIn: query.amountIn, amountOut: amount, gas }
}

/** The best pool between two tokens. */
function hop(query: PathQuery, from: Reached, tokenIn: string, tokenOut: string): Reached | undefined {
  let best: Reached | undefined
  for (const edge of query.edges(tokenIn, tokenOut)) {
    const { zeroForOne } = edge
    // Pools of one contract share what they hold.
    if (from.steps.some(({ pool: used }) => used.address === edge.pool.address)) continue
    const pool = query.standIn ? query.standIn(edge.pool) : edge.pool
    const swap = pool.exactInput(zeroForOne, from.amount)
    if (!swap) continue
    const gas = from.gas + swap.gas
    const net = swap.amountOut - query.gasCost(tokenOut, gas)
    if (best && best.net >= net) continue
    const step: RouteStep = { pool, zeroForOne, tokenIn, tokenOut, portion: WHOLE_PORTION, swap }
    best = { amount: swap.amountOut, net, gas, steps: [...from.steps, step] }
  }
  return best
}

function better(a: Reached | undefined, b: Reached | undefined): Reached | undefined {
  if (!a || !b) return a ?? b
  return b.net > a.net ? b : a
}

function keepBetter(frontier: Map<string, Reached>, token: string, reached: Reached | undefined): void {
  const kept = better(frontier.get(token), reached)
  if (kept) frontier.set(token, kept)
}
