import { createFill } from '../../modules/core/curve.ts'
import { getMaxGain, type RangedEdge } from './bound.ts'
import { type Hop, INPUT, OUTPUT } from './network.ts'

/** By edge: whether the routes that are looked at may have it, all have it, or none has. */
export const OPEN = 0
export const USED = 1
export const BANNED = 2

/** What it costs to tell the gain of an edge, in edges solved over. */
export const WORK_OF_COSTS = 0.2

export interface RouteCosts {
  /** By edge: the profit of its best trade after gas. */
  gains: Float64Array
  /** By edge: what it loses that a route need not have. */
  losses: Float64Array
  /** By token: what a route loses at least between the input and it, and between it and the output. Infinity: nothing leads there. */
  before: Float64Array
  after: Float64Array
  /** Of all edges that gain, and of those that are used. */
  sum: number
  /** What a route nets at most beyond the worth of what it trades; minus infinity where none leads to the output. */
  most: number
}

/**
 * What routes can gain at these prices, and what they must lose. Edges gain independently of each other at fixed prices (weak
 * duality), and a route has all edges of some path: it gains no more than all edges that do, less what the cheapest path loses.
 */
export function routeCosts(
  { edges, gasPrice }: { edges: readonly RangedEdge[]; gasPrice: number },
  prices: Float64Array,
  state: Uint8Array,
): RouteCosts {
  const fill = createFill()
  const at = { prices, gasPrice }
  const gains = new Float64Array(edges.length)
  const losses = new Float64Array(edges.length)
  let sum = 0
  for (let e = 0; e < edges.length; e += 1) {
    if (state[e] === BANNED) continue
    const gain = getMaxGain(edges[e] as RangedEdge, at, fill)
    gains[e] = gain
    // The gas of a used edge is part of the sum.
    if (gain > 0 || state[e] === USED) sum += gain
    else losses[e] = -gain
  }
  const walk = { edges, state, losses, tokens: prices.length }
  const before = leastLosses(walk, { start: INPUT, entry: 'from', exit: 'to' })
  const after = leastLosses(walk, { start: OUTPUT, entry: 'to', exit: 'from' })
  return { gains, losses, before, after, sum, most: sum - (before[OUTPUT] as number) }
}

/** The edges that a route may have; of those that all routes have, the gas is paid. */
export function edgesLeft(edges: readonly RangedEdge[], state: Uint8Array): RangedEdge[] {
  return edges.flatMap((edge, e) => {
    if (state[e] === BANNED) return []
    return state[e] === USED ? { ...edge, curve: { ...edge.curve, gas: 0 } } : edge
  })
}

interface Walk {
  edges: readonly Hop[]
  state: Uint8Array
  losses: Float64Array
  tokens: number
}

/** Between the start and each token, over the edges that lose least. */
export function leastLosses(
  { edges, state, losses, tokens }: Walk,
  { start, entry, exit }: { start: number; entry: 'from' | 'to'; exit: 'from' | 'to' },
): Float64Array {
  const least = new Float64Array(tokens).fill(Number.POSITIVE_INFINITY)
  least[start] = 0
  for (let hops = 1; hops < tokens; hops += 1) {
    let isLess = false
    for (let e = 0; e < edges.length; e += 1) {
      if (state[e] === BANNED) continue
      const edge = edges[e] as Hop
      const lost = (least[edge[entry]] as number) + (losses[e] as number)
      if (!(lost < (least[edge[exit]] as number))) continue
      least[edge[exit]] = lost
      isLess = true
    }
    if (!isLess) break
  }
  return least
}
