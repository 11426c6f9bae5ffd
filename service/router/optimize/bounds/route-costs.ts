import { createFill } from '../../../modules/core/curve.ts'
import { getMaxGain, type RangedEdge } from '../network/bound.ts'
import { type Hop, INPUT, OUTPUT } from '../network/network.ts'

/** The state of each edge: some, all or none of the routes have it. */
export const OPEN = 0
export const USED = 1
export const BANNED = 2

/** Cost of computing the gain of an edge, in edges solved over. */
export const WORK_OF_COSTS = 0.2

export interface RouteCosts {
  /** The profit of the best trade of each edge after gas. */
  gains: Float64Array
  /** The loss of each edge. */
  losses: Float64Array
  /** The least loss from the input to each token, and from it to the output. Infinity without a path. */
  before: Float64Array
  after: Float64Array
  /** The total gain of all edges that gain, and of the used edges. */
  sum: number
  /** The largest net gain of a route. Minus infinity without a path to the output. */
  most: number
}

/**
 * The possible gains of routes at these prices, and their least losses. At fixed prices edges gain
 * independently of each other (weak duality), and a route has all edges of some path. Its gain is
 * at most the sum of all gains, less the loss of the cheapest path.
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

/** The edges that a route may have. The gas of edges that all routes have is paid. */
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
