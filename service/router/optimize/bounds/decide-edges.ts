import type { Hop } from '../network/network.ts'
import type { Connections } from './connections.ts'
import { BANNED, OPEN, type RouteCosts, USED } from './route-costs.ts'

interface BoundedRoutes {
  edges: readonly Hop[]
  /** Changed. */
  state: Uint8Array
  costs: RouteCosts
  ways: Connections
  /** Upper bound of the net output of the routes. */
  bound: number
}

export interface DecidedEdges {
  /** True if the remaining routes have a lower bound. */
  isLower: boolean
  /** Routes that are not looked at any more net no more than this. */
  closed: number
}

/**
 * Bans edges that no route with a net output above `isEnough` uses, and marks edges that every such
 * route uses.
 */
export function decideEdges(
  { edges, state, costs, ways, bound }: BoundedRoutes,
  isEnough: (bound: number) => boolean,
): DecidedEdges {
  const { losses, gains, before, after } = ways
  const decided = { isLower: false, closed: Number.NEGATIVE_INFINITY }
  for (let e = 0; e < edges.length; e += 1) {
    if (state[e] !== OPEN) continue
    const { from, to } = edges[e] as Hop
    // A route leads to the edge and on from it; the two ways may have edges in common.
    const way = Math.max(before[from] as number, after[to] as number)
    const withIt = bound - (losses[e] as number) - way
    const withoutIt = bound - (gains[e] as number)
    if (isEnough(withIt)) {
      state[e] = BANNED
      decided.closed = Math.max(decided.closed, withIt)
      if ((costs.gains[e] as number) > 0) decided.isLower = true
    } else if (isEnough(withoutIt)) {
      state[e] = USED
      decided.closed = Math.max(decided.closed, withoutIt)
      decided.isLower = true
    }
  }
  return decided
}
