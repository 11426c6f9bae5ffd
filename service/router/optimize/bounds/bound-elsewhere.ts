import { type Hop, INPUT, OUTPUT } from '../network/network.ts'
import type { TradeProblem } from '../network/plan.ts'
import { type Case, everyRoute, type Part, relax, takeHighest, withoutBanned } from './cases.ts'
import { connect, WORK_OF_WAYS } from './connections.ts'
import { decideEdges } from './decide-edges.ts'
import type { OuterEdges } from './outer-edges.ts'
import type { PoolsLeftOut } from './outer-gains.ts'
import { BANNED, leastLosses, OPEN, type RouteCosts, routeCosts, USED, WORK_OF_COSTS } from './route-costs.ts'

export interface ElsewhereSearch extends TradeProblem {
  /** Prices of all tokens. */
  prices: Float64Array
  /** The pools that the network lacks, at prices of its tokens. */
  leftAt: (prices: Float64Array) => PoolsLeftOut
  /** A bound that is as low needs not be lowered. */
  enough: number
  /** Edges that are solved over, and `WORK_OF_PRICES` for each set of prices, before the search stops. */
  maxWork: number
  isLate: () => boolean
}

/** Cost of computing the gains of the omitted pools at other prices, in edges solved over. */
const WORK_OF_PRICES = 300

/**
 * An upper bound for routes through pools outside the network. They gain at most the gains of the
 * edges and of those pools, less the least loss on the ways to and from those pools. Uses cases,
 * like `branchAndBound`, as long as another edge may lower the bound.
 */
export function boundElsewhere({ enough, isLate, leftAt, maxWork, ...search }: ElsewhereSearch): {
  bound: number
  work: number
} {
  const { network, side, amount, gasPrice } = search
  const known = new Map<Float64Array, PoolsLeftOut>()
  let work = 0
  let closed = Number.NEGATIVE_INFINITY
  const isEnough = (bound: number) => bound <= enough

  /** Cases that differ by an edge begin at the same prices. */
  function leftOutAt(prices: Float64Array): PoolsLeftOut {
    const before = known.get(prices)
    if (before) return before
    work += WORK_OF_PRICES
    const left = leftAt(prices)
    known.set(prices, left)
    return left
  }

  /** Bans the edges that no route has which nets more than is enough. */
  function prune(whole: Part): Case {
    const { gained, edges: outer } = leftOutAt(whole.prices)
    const given = side.sign * amount * (whole.prices[side.given] as number)
    for (let part = withoutBanned(whole); ; part = withoutBanned(part)) {
      const { edges, prices, state } = part
      const costs = routeCosts({ edges, gasPrice }, prices, state)
      const most = given + costs.sum + gained
      const graph = withOuterEdges(part, costs, outer)
      const least = most - graph.leastLoss
      if (isEnough(least)) return { ...part, costs, bound: least }
      const ways = connect(graph.hops, graph.costs, graph.state, outer.through)
      work += graph.hops.length * (WORK_OF_COSTS + WORK_OF_WAYS * ways.rounds)
      const lowered = { ...part, costs, bound: most - ways.loss }
      if (isEnough(lowered.bound) || work >= maxWork) return lowered
      const decided = decideEdges({ ...lowered, ways }, isEnough)
      closed = Math.max(closed, decided.closed)
      if (!decided.isLower) return lowered
    }
  }

  function spend(needed: number): boolean {
    if (work + needed > maxWork) return false
    work += needed
    return true
  }
  const relaxation = { side, amount, gasPrice, prune, isEnough, spend }

  const open = [prune(everyRoute(network.edges, search.prices))]
  for (let next = open.pop(); next; next = takeHighest(open)) {
    const { bound, state } = next
    const edge = findDecisive(next)
    // Figures far beyond the liquidity overflow, and then no edge is decisive.
    if (edge < 0)
      return { bound: Number.isNaN(bound) ? Number.POSITIVE_INFINITY : Math.max(bound, closed), work }
    // One edge lowers the bound by its gas at most.
    const gas = (next.edges[edge]?.curve.gas ?? 0) * gasPrice
    if (isEnough(bound) || bound - enough > gas || work >= maxWork || isLate())
      return { bound: Math.max(bound, closed), work }
    for (const decision of [USED, BANNED]) {
      const child = relax({ ...next, state: state.with(edge, decision) }, relaxation)
      open.push({ ...child, bound: Math.min(child.bound, bound) })
    }
  }
  return { bound: closed, work }
}

interface OuterGraph {
  hops: readonly Hop[]
  state: Uint8Array
  costs: Pick<RouteCosts, 'gains' | 'losses' | 'before' | 'after'>
  /** Bound for routes with an outer edge. It becomes lower once all their ways are counted. */
  leastLoss: number
}

function withOuterEdges(
  { edges, state }: Part,
  costs: RouteCosts,
  { hops: added, losses: lost, through, tokens }: OuterEdges,
): OuterGraph {
  const hops: readonly Hop[] = [...edges, ...added]
  const states = new Uint8Array(hops.length)
  states.set(state)
  const gains = new Float64Array(hops.length)
  gains.set(costs.gains)
  const losses = new Float64Array(hops.length)
  losses.set(costs.losses)
  losses.set(lost, edges.length)
  const walk = { edges: hops, state: states, losses, tokens }
  const before = leastLosses(walk, { start: INPUT, entry: 'from', exit: 'to' })
  const after = leastLosses(walk, { start: OUTPUT, entry: 'to', exit: 'from' })
  const leastLoss = Math.max(before[through.from] as number, after[through.to] as number)
  return { hops, state: states, costs: { gains, losses, before, after }, leastLoss }
}

/** The open edge that gains least of its gas: it may be worth it or not. -1: none gains. */
function findDecisive({ edges, state, costs }: Case): number {
  let found = -1
  let least = Number.POSITIVE_INFINITY
  for (const [e, { curve }] of edges.entries()) {
    const gain = costs.gains[e] as number
    if (state[e] !== OPEN || !(gain > 0) || gain / curve.gas >= least) continue
    least = gain / curve.gas
    found = e
  }
  return found
}
