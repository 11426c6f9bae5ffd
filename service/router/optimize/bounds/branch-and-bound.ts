import type { Curve } from '../../../modules/core/curve.ts'
import type { RangedEdge } from '../network/bound.ts'
import type { TradeProblem } from '../network/plan.ts'
import { WORK_OF_SOLVE, workToCharge } from '../prices/charged-prices.ts'
import { type Case, everyRoute, type Part, relax, takeHighest } from './cases.ts'
import { connect, connectingEdges, WORK_OF_WAYS } from './connections.ts'
import { decideEdges } from './decide-edges.ts'
import { BANNED, OPEN, routeCosts, USED, WORK_OF_COSTS } from './route-costs.ts'
import { chooseSegments, splitSegments } from './segment-ranges.ts'

export interface BranchSearch extends TradeProblem {
  /** Prices of all tokens. */
  prices: Float64Array
  /** The net output of a known route. */
  net: number
  /** Bounds are not lowered to less than this above what some route nets. */
  tolerance: number
  /** Edges that are solved over, and what else a case costs, before the search stops. */
  maxWork: number
  isLate: () => boolean
  /** The net output of a plan over only these edges, some of them limited to a given curve. */
  netOf: (kept: readonly number[], cuts: ReadonlyMap<number, Curve>) => number
}

/** Fewer decide nothing: large trades have a hundred pools that may be used or not, each of little weight. */
const LEAST_CASES = 8
/** An edge whose profit is at least this part of its gas may be worth it at other prices. */
const NEARLY_EARNED = 0.7

/**
 * An upper bound of the net output of routes, by cases: in one case routes have an edge and pay its
 * gas, in the other they do not have it. Ends when no case exceeds the net output of a known route.
 * Prices alone are too weak for small trades, because at any price a pool is worth its gas for a
 * part of the trade.
 */
export function branchAndBound(search: BranchSearch): { bound: number; work: number } {
  const { network, side, amount, gasPrice, tolerance } = search
  let net = search.net
  let work = 0
  let ceiling = Number.NEGATIVE_INFINITY
  const close = (bound: number) => {
    ceiling = Math.max(ceiling, bound)
  }
  const isEnough = (bound: number) => bound <= net + tolerance

  /** Bans the edges that no route has which nets more than is known. */
  function prune(part: Part): Case {
    const { edges, prices, state } = part
    const given = side.sign * amount * (prices[side.given] as number)
    for (;;) {
      const costs = routeCosts({ edges, gasPrice }, prices, state)
      work += edges.length * WORK_OF_COSTS
      if (isEnough(given + costs.most)) return { ...part, costs, bound: given + costs.most }
      const ways = connect(edges, costs, state)
      work += edges.length * WORK_OF_WAYS * ways.rounds
      const bound = given + costs.sum - ways.loss
      const lowered = { ...part, costs, bound }
      if (isEnough(bound) || work >= search.maxWork) return lowered
      const { isLower, closed } = decideEdges({ ...lowered, ways }, isEnough)
      close(closed)
      if (!isLower) return lowered
    }
  }

  function spend(needed: number): boolean {
    if (work + needed > search.maxWork) return false
    work += needed
    return true
  }
  const relaxation = { side, amount, gasPrice, prune, isEnough, spend }

  /** Tries the plan that the bound of a case suggests. */
  function tryPlan({ edges, places, state, costs }: Case): void {
    const path = connectingEdges(edges, costs, state)
    const used: number[] = []
    const cuts = new Map<number, Curve>()
    for (const [e, place] of places.entries()) {
      const isOpen = state[e] === OPEN && ((costs.gains[e] as number) > 0 || path.has(e))
      if (isOpen || state[e] === USED) used.push(place)
      const { curve } = edges[e] as RangedEdge
      if (curve !== network.edges[place]?.curve) cuts.set(place, curve)
    }
    work += used.length + WORK_OF_SOLVE
    net = Math.max(net, search.netOf(used, cuts))
  }

  function divide(parent: Case): Part[] {
    const { edges, state } = parent
    const decision = findDecisive({ ...parent, gasPrice })
    if (!decision) return []
    const { edge, most } = decision
    if (most === undefined) return [USED, BANNED].map((one) => ({ ...parent, state: state.with(edge, one) }))
    return splitSegments(edges[edge] as RangedEdge, most).map((part) => ({
      ...parent,
      edges: edges.with(edge, part),
      state: state.slice(),
    }))
  }

  const root = relax(everyRoute(network.edges, search.prices), relaxation)
  const isHopeless =
    workToCharge(root.edges.filter((_, e) => root.state[e] === OPEN)) * LEAST_CASES > search.maxWork
  if (isHopeless) close(root.bound)
  const open = isHopeless ? [] : [root]
  for (let next = open.pop(); next; next = takeHighest(open)) {
    if (isEnough(next.bound) || work >= search.maxWork || search.isLate()) {
      close(next.bound)
      break
    }
    tryPlan(next)
    const parts = divide(next)
    if (parts.length === 0) close(next.bound)
    for (const part of parts) {
      const child = relax(part, relaxation)
      child.bound = Math.min(child.bound, next.bound)
      open.push(child)
    }
  }
  return { bound: Math.max(net, ceiling), work }
}

interface Decision {
  edge: number
  /** The number of crossed segments. Undefined if the decision is whether the edge is used. */
  most?: number
}

/** The decision with the largest effect: an open edge that gains, an edge that leads there, or a segment. */
function findDecisive({
  edges,
  state,
  costs,
  prices,
  gasPrice,
}: Case & { gasPrice: number }): Decision | undefined {
  const path = connectingEdges(edges, costs, state)
  let found: Decision | undefined
  let heaviest = 0
  for (let e = 0; e < edges.length; e += 1) {
    if (state[e] === BANNED) continue
    const edge = edges[e] as RangedEdge
    const choice = state[e] === USED ? chooseSegments(edge, { prices, gasPrice }) : undefined
    const gas = edge.curve.gas * gasPrice
    const gain = costs.gains[e] as number
    const weight = state[e] === OPEN ? weigh({ gain, gas, isOnPath: path.has(e) }) : (choice?.weight ?? 0)
    if (!(weight > heaviest)) continue
    heaviest = weight
    found = choice ? { edge: e, most: choice.most } : { edge: e }
  }
  return found
}

function weigh({ gain, gas, isOnPath }: { gain: number; gas: number; isOnPath: boolean }): number {
  // Near to nothing: the edge may be worth its gas or not.
  if (gain > 0) return gas / (1 + gain / gas)
  if (isOnPath) return Math.max(-gain, 1e-3 * gas)
  return gain + gas > NEARLY_EARNED * gas ? (1 - NEARLY_EARNED) * (gain + gas) : 0
}
