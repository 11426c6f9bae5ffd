import { takeHighest } from './branch-and-bound.ts'
import { chargedPrices, completePrices } from './charged-prices.ts'
import type { NetworkEdge } from './network.ts'
import type { PoolsLeftOut } from './outer-gains.ts'
import type { TradeProblem } from './plan.ts'
import { BANNED, edgesLeft, OPEN, type RouteCosts, routeCosts, USED } from './route-costs.ts'

export interface ElsewhereSearch extends TradeProblem {
  /** Of every token. */
  prices: Float64Array
  /** The pools that the network lacks, at prices of its tokens. */
  leftAt: (prices: Float64Array) => PoolsLeftOut
  /** A bound that is as low needs not be lowered. */
  enough: number
  /** Edges that are solved over, and `WORK_OF_PRICES` for each set of prices, before the search stops. */
  maxWork: number
  isLate: () => boolean
}

/** Routes that have certain edges of the network and lack others. */
interface Case {
  state: Uint8Array
  prices: Float64Array
  costs: RouteCosts
  bound: number
}

/** What it costs to tell what the pools left out gain at other prices, in edges solved over. */
const WORK_OF_PRICES = 300

/**
 * Bounds the routes that pass pools which the network lacks: they gain what its edges gain and what those pools do, and lose at
 * least what any such route loses. By cases like those of `branchAndBound`, as long as one more edge may bring the bound down. No
 * edge is banned for what it loses: that may be a part of what the route loses anyway.
 */
export function boundElsewhere({ enough, isLate, leftAt, maxWork, ...search }: ElsewhereSearch): number {
  const { network, side, amount, gasPrice } = search
  const { edges } = network
  const known = new Map<Float64Array, PoolsLeftOut>()
  let work = 0

  /** Cases that differ by an edge begin at the same prices. */
  function leftOutAt(prices: Float64Array): PoolsLeftOut {
    const before = known.get(prices)
    if (before) return before
    work += WORK_OF_PRICES
    const left = leftAt(prices)
    known.set(prices, left)
    return left
  }

  function toCase(state: Uint8Array, prices: Float64Array): Case {
    const { gained, leastLoss } = leftOutAt(prices)
    const costs = routeCosts({ edges, gasPrice }, prices, state)
    const given = side.sign * amount * (prices[side.given] as number)
    return { state, prices, costs, bound: given + costs.sum + gained - leastLoss(costs) }
  }

  /** Lowers the bound of a case at prices of its own. */
  function relax(state: Uint8Array, near: Float64Array): Case {
    const before = toCase(state, near)
    if (before.bound <= enough || work >= maxWork) return before
    const left = edgesLeft(edges, state)
    work += left.length
    const prices = chargedPrices({ ...search, network: { edges: left } }, near)
    const after = toCase(state, completePrices(prices, near))
    return after.bound < before.bound ? after : before
  }

  const open = [toCase(new Uint8Array(edges.length), search.prices)]
  for (let next = open.pop(); next; next = takeHighest(open)) {
    const { bound, state, prices } = next
    const edge = findDecisive(edges, next)
    // One edge lowers the bound by its gas at most.
    const gas = (edges[edge]?.curve.gas ?? 0) * gasPrice
    if (bound <= enough || bound - enough > gas || work >= maxWork || isLate()) return bound
    for (const decision of [USED, BANNED]) {
      const child = relax(state.with(edge, decision), prices)
      open.push({ ...child, bound: Math.min(child.bound, bound) })
    }
  }
  return Number.NEGATIVE_INFINITY
}

/** The open edge that gains least of its gas: it may be worth it or not. -1: none gains. */
function findDecisive(edges: readonly NetworkEdge[], { state, costs }: Case): number {
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
