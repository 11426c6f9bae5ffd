import type { Curve } from '../../modules/core/curve.ts'
import type { RangedEdge } from './bound.ts'
import { chargedPrices, completePrices } from './charged-prices.ts'
import { type Connections, connect, connectingEdges } from './connections.ts'
import type { NetworkEdge } from './network.ts'
import type { TradeProblem } from './plan.ts'
import { BANNED, edgesLeft, OPEN, type RouteCosts, routeCosts, USED } from './route-costs.ts'
import { chooseSegments, splitSegments } from './segment-ranges.ts'

export interface BranchSearch extends TradeProblem {
  /** Of every token. */
  prices: Float64Array
  /** What some route nets. */
  net: number
  /** Bounds are not lowered to less than this above what some route nets. */
  tolerance: number
  /** Edges that are solved over, and `WORK_OF_CASE` for each case, before the search stops. */
  maxWork: number
  isLate: () => boolean
  /** What a plan nets that uses these edges alone, some of them only as far as a curve here. */
  netOf: (kept: readonly number[], cuts: ReadonlyMap<number, Curve>) => number
}

/** Routes that have certain edges and lack others, and cross as many of their segments as these edges tell. */
interface Case {
  edges: readonly RangedEdge[]
  state: Uint8Array
  prices: Float64Array
  costs: RouteCosts
  /** None of them nets more. */
  bound: number
}

const WORK_OF_CASE = 12
/** What it costs to tell the gain and the way of an edge, in edges solved over. */
const WORK_OF_COSTS = 0.2
/** The same for each search for ways. */
const WORK_OF_WAYS = 0.03
/** What it costs to solve for the prices of some tokens, for the third power of their number. */
const WORK_OF_TOKENS = 0.004
/** Fewer decide nothing: large trades have a hundred pools that may be used or not, each of little weight. */
const LEAST_CASES = 8
/** An edge whose profit is at least this part of its gas may be worth it at other prices. */
const NEARLY_EARNED = 0.7

/**
 * Bounds what any route nets by cases: one in which a route has an edge, so that its gas is paid, and one in which it has not,
 * and so on until no case exceeds what some route nets. Prices alone cannot do that for small trades: at any of them, a pool is
 * worth its gas to a part of the trade.
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
  function prune(edges: readonly RangedEdge[], prices: Float64Array, state: Uint8Array): Case {
    const given = side.sign * amount * (prices[side.given] as number)
    for (;;) {
      const costs = routeCosts({ edges, gasPrice }, prices, state)
      work += edges.length * WORK_OF_COSTS
      if (isEnough(given + costs.most)) return { edges, state, prices, costs, bound: given + costs.most }
      const ways = connect(edges, costs, state)
      work += edges.length * WORK_OF_WAYS * ways.rounds
      const bound = given + costs.sum - ways.loss
      const isLower =
        !isEnough(bound) && work < search.maxWork && decideIdle(edges, { bound, costs, ways, state })
      if (!isLower) return { edges, state, prices, costs, bound }
    }
  }

  /** Returns whether that lowers the bound. */
  function decideIdle(
    edges: readonly NetworkEdge[],
    { bound, costs, ways, state }: { bound: number; costs: RouteCosts; ways: Connections; state: Uint8Array },
  ): boolean {
    const { losses, gains, before, after } = ways
    let isLower = false
    for (let e = 0; e < edges.length; e += 1) {
      if (state[e] !== OPEN) continue
      const { from, to } = edges[e] as NetworkEdge
      // A route leads to the edge and on from it; the two ways may have edges in common.
      const way = Math.max(before[from] as number, after[to] as number)
      const withIt = bound - (losses[e] as number) - way
      const withoutIt = bound - (gains[e] as number)
      if (isEnough(withIt)) {
        state[e] = BANNED
        close(withIt)
        if ((costs.gains[e] as number) > 0) isLower = true
      } else if (isEnough(withoutIt)) {
        state[e] = USED
        close(withoutIt)
        isLower = true
      }
    }
    return isLower
  }

  const first = prune(network.edges, search.prices, new Uint8Array(network.edges.length))
  const kept = network.edges.flatMap((_, e) => (first.state[e] === BANNED ? [] : [e]))
  const edges = kept.map((e) => network.edges[e] as NetworkEdge)

  /** Lowers the bound of a case at prices of its own. */
  function relax({ edges, state, prices: near }: Pick<Case, 'edges' | 'state' | 'prices'>): Case {
    const before = prune(edges, near, state)
    if (isEnough(before.bound)) return before
    const left = edgesLeft(edges, state)
    const needed = workToSolve(left)
    if (work + needed > search.maxWork) return before
    work += needed
    const prices = chargedPrices({ ...search, network: { edges: left } }, near)
    const after = prune(edges, completePrices(prices, near), state)
    return after.bound < before.bound ? after : before
  }

  /** Tries the plan that the bound of a case suggests. */
  function tryPlan({ edges, state, costs }: Case): void {
    const path = connectingEdges(edges, costs, state)
    const used = kept.filter(
      (_, e) => state[e] === USED || (state[e] === OPEN && ((costs.gains[e] as number) > 0 || path.has(e))),
    )
    const cuts = new Map<number, Curve>()
    for (const [i, e] of kept.entries()) {
      const { curve } = edges[i] as RangedEdge
      if (curve !== network.edges[e]?.curve) cuts.set(e, curve)
    }
    work += used.length + WORK_OF_CASE
    net = Math.max(net, search.netOf(used, cuts))
  }

  function divide(parent: Case): Pick<Case, 'edges' | 'state' | 'prices'>[] {
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

  const root = isEnough(first.bound)
    ? first
    : relax({ edges, state: first.state.filter((one) => one !== BANNED), prices: search.prices })
  const isHopeless =
    workToSolve(edges.filter((_, e) => root.state[e] === OPEN)) * LEAST_CASES > search.maxWork
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
      const child = relax(part)
      child.bound = Math.min(child.bound, next.bound)
      open.push(child)
    }
  }
  return { bound: Math.max(net, ceiling), work }
}

/** Removes the case of the highest bound. */
export function takeHighest<One extends { bound: number }>(cases: One[]): One | undefined {
  let at = 0
  for (const [i, { bound }] of cases.entries()) if (bound > (cases[at] as One).bound) at = i
  return cases.splice(at, 1)[0]
}

/** In edges: Newton's method takes the third power of the tokens besides. */
function workToSolve(edges: readonly NetworkEdge[]): number {
  const tokens = new Set(edges.flatMap(({ from, to }) => [from, to])).size
  return edges.length + tokens ** 3 * WORK_OF_TOKENS + WORK_OF_CASE
}

interface Decision {
  edge: number
  /** Of the segments that are crossed. Undefined: whether the edge is used at all. */
  most?: number
}

/** What decides most: an open edge that gains, or one that leads to those, or a segment. */
function findDecisive({
  edges,
  state,
  costs,
  prices,
  gasPrice,
}: Omit<Case, 'bound'> & { gasPrice: number }): Decision | undefined {
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
