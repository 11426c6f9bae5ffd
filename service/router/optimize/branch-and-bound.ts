import { chargedPrices, completePrices } from './charged-prices.ts'
import type { NetworkEdge } from './network.ts'
import type { TradeProblem } from './plan.ts'
import { BANNED, cheapestPath, lossOf, OPEN, type RouteCosts, routeCosts, USED } from './route-costs.ts'

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
  /** What a plan nets that uses these edges alone. */
  netOf: (kept: readonly number[]) => number
}

/** Routes that have certain edges and lack others. */
interface Case {
  state: Uint8Array
  prices: Float64Array
  costs: RouteCosts
  /** None of them nets more. */
  bound: number
}

const WORK_OF_CASE = 12
/** What it costs to tell the gain and the way of an edge, in edges solved over. */
const WORK_OF_COSTS = 0.2
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
export function branchAndBound(search: BranchSearch): number {
  const { network, side, amount, gasPrice, tolerance } = search
  let net = search.net
  let work = 0
  let ceiling = Number.NEGATIVE_INFINITY
  const close = (bound: number) => {
    ceiling = Math.max(ceiling, bound)
  }
  const isEnough = (bound: number) => bound <= net + tolerance

  /** Bans the edges that no route has which nets more than is known. */
  function prune(edges: readonly NetworkEdge[], prices: Float64Array, state: Uint8Array): Case {
    const given = side.sign * amount * (prices[side.given] as number)
    for (;;) {
      const costs = routeCosts({ edges, gasPrice }, prices, state)
      work += edges.length * WORK_OF_COSTS
      const bound = given + costs.most
      const isLower = !isEnough(bound) && work < search.maxWork && banIdle(edges, { given, costs, state })
      if (!isLower) return { state, prices, costs, bound }
    }
  }

  /** Returns whether that lowers the bound. */
  function banIdle(
    edges: readonly NetworkEdge[],
    { given, costs, state }: { given: number; costs: RouteCosts; state: Uint8Array },
  ): boolean {
    const { gains, before, after, sum } = costs
    let isLower = false
    for (let e = 0; e < edges.length; e += 1) {
      if (state[e] !== OPEN) continue
      const { from, to } = edges[e] as NetworkEdge
      const gain = gains[e] as number
      // A route leads to the edge and on from it; the two ways may have edges in common.
      const way = Math.max(before[from] as number, after[to] as number)
      const bound = given + sum - lossOf(gain) - way
      if (!isEnough(bound)) continue
      state[e] = BANNED
      close(bound)
      if (gain > 0) isLower = true
    }
    return isLower
  }

  const first = prune(network.edges, search.prices, new Uint8Array(network.edges.length))
  const kept = network.edges.flatMap((_, e) => (first.state[e] === BANNED ? [] : [e]))
  const edges = kept.map((e) => network.edges[e] as NetworkEdge)
  const paid = edges.map((edge) => ({ ...edge, curve: { ...edge.curve, gas: 0 } }))

  /** Lowers the bound of a case at prices of its own. */
  function relax(state: Uint8Array, near: Float64Array): Case {
    const before = prune(edges, near, state)
    if (isEnough(before.bound)) return before
    const left = edges.flatMap((edge, e) =>
      state[e] === BANNED ? [] : ((state[e] === USED ? paid[e] : undefined) ?? edge),
    )
    const needed = workToSolve(left)
    if (work + needed > search.maxWork) return before
    work += needed
    const prices = chargedPrices({ ...search, network: { edges: left } }, near)
    const after = prune(edges, completePrices(prices, near), state)
    return after.bound < before.bound ? after : before
  }

  /** Tries the plan that the bound of a case suggests. */
  function tryPlan({ state, costs }: Case): void {
    const path = cheapestPath(edges, costs, state)
    const used = kept.filter(
      (_, e) => state[e] === USED || (state[e] === OPEN && ((costs.gains[e] as number) > 0 || path.has(e))),
    )
    work += used.length + WORK_OF_CASE
    net = Math.max(net, search.netOf(used))
  }

  const root = isEnough(first.bound) ? first : relax(new Uint8Array(edges.length), search.prices)
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
    const edge = findDecisive(edges, { ...next, gasPrice })
    if (edge < 0) close(next.bound)
    else
      for (const decision of [USED, BANNED]) {
        const child = relax(next.state.with(edge, decision), next.prices)
        child.bound = Math.min(child.bound, next.bound)
        open.push(child)
      }
  }
  return Math.max(net, ceiling)
}

function takeHighest(cases: Case[]): Case | undefined {
  let at = 0
  for (const [i, { bound }] of cases.entries()) if (bound > (cases[at] as Case).bound) at = i
  return cases.splice(at, 1)[0]
}

/** In edges: Newton's method takes the third power of the tokens besides. */
function workToSolve(edges: readonly NetworkEdge[]): number {
  const tokens = new Set(edges.flatMap(({ from, to }) => [from, to])).size
  return edges.length + tokens ** 3 * WORK_OF_TOKENS + WORK_OF_CASE
}

/** The open edge that decides most: one that gains, or one of the cheapest path. -1: there is none. */
function findDecisive(
  edges: readonly NetworkEdge[],
  { state, costs, gasPrice }: Pick<Case, 'state' | 'costs'> & { gasPrice: number },
): number {
  const path = cheapestPath(edges, costs, state)
  let found = -1
  let most = 0
  for (let e = 0; e < edges.length; e += 1) {
    if (state[e] !== OPEN) continue
    const gas = (edges[e] as NetworkEdge).curve.gas * gasPrice
    const gain = costs.gains[e] as number
    const weight = weigh({ gain, gas, isOnPath: path.has(e) })
    if (!(weight > most)) continue
    most = weight
    found = e
  }
  return found
}

function weigh({ gain, gas, isOnPath }: { gain: number; gas: number; isOnPath: boolean }): number {
  // Near to nothing: the edge may be worth its gas or not.
  if (gain > 0) return gas / (1 + gain / gas)
  if (isOnPath) return Math.max(-gain, 1e-3 * gas)
  return gain + gas > NEARLY_EARNED * gas ? (1 - NEARLY_EARNED) * (gain + gas) : 0
}
