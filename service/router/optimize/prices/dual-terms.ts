import { createFill, sellUntil } from '../../../modules/core/curve.ts'
import { NEARLY_IDLE } from '../network/bound.ts'
import type { NetworkEdge } from '../network/network.ts'

/**
 * Minimizes, over prices v with `v[numeraire] = 1`, the value of the supply plus the profit of an
 * arbitrageur in each pool at v. For a sale of D of the input, the supply is D of the input and the
 * numeraire is the output: every value of the function is an upper bound of the output, and the
 * minimum equals it. For a purchase of Y of the output, the supply is -Y of the output and the
 * numeraire is the input: the negated value bounds the input from below.
 */
export interface DualProblem {
  edges: readonly NetworkEdge[]
  numeraire: number
  supply: { token: number; amount: number }
  /** Starting prices by token; 0 excludes a token. */
  prices: Float64Array
  /** Keeps the price of the supplied token fixed: pools then trade up to that price, not the whole amount. */
  holdsSupplyPrice?: boolean
  /** Subtracts gas from each pool's profit, which stays convex. Default: no gas. */
  entry?: EntryCost
}

export interface EntryCost {
  /** In the numeraire. */
  gasPrice: number
  /**
   * Share of a pool's gas over which the pool goes from idle to fully trading. Without this width
   * flows jump and Newton's method has no derivative.
   */
  softness: number
}

/**
 * Returns the tokens of each edge and the price from which the edge is idle. Most edges of a large
 * network are idle at most prices.
 */
export function inColumns(edges: readonly NetworkEdge[]) {
  const from = new Int32Array(edges.length)
  const to = new Int32Array(edges.length)
  const start = new Float64Array(edges.length)
  for (let e = 0; e < edges.length; e += 1) {
    const edge = edges[e] as NetworkEdge
    from[e] = edge.from
    to[e] = edge.to
    start[e] = edge.curve.startPrice * NEARLY_IDLE
  }
  return { from, to, start }
}

/** The variables of the problem: the prices of tokens some edge trades. */
export function freePrices(
  { numeraire, supply, holdsSupplyPrice }: DualProblem,
  edges: readonly NetworkEdge[],
  v: Float64Array,
) {
  const isTraded = new Uint8Array(v.length)
  isTraded[supply.token] = 1
  for (const { from, to } of edges) {
    isTraded[from] = 1
    isTraded[to] = 1
  }
  isTraded[numeraire] = 0
  if (holdsSupplyPrice) isTraded[supply.token] = 0
  const free: number[] = []
  const toRow = new Int32Array(v.length).fill(-1)
  for (let token = 0; token < v.length; token += 1) {
    if (!isTraded[token] || v[token] === 0) continue
    toRow[token] = free.length
    free.push(token)
  }
  return { free, toRow }
}

/** Returns the input and output of each edge at these prices. */
export function flowsAt(edges: readonly NetworkEdge[], v: Float64Array) {
  const inputs = new Float64Array(edges.length)
  const outputs = new Float64Array(edges.length)
  const fill = createFill()
  for (let e = 0; e < edges.length; e += 1) {
    const { from, to, curve } = edges[e] as NetworkEdge
    const priceIn = v[from] as number
    const priceOut = v[to] as number
    if (!(priceIn > 0 && priceOut > 0)) continue
    sellUntil(curve, priceIn / priceOut, fill)
    inputs[e] = fill.input
    outputs[e] = fill.output
  }
  return { inputs, outputs }
}
