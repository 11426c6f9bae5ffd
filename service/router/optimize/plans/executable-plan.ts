import type { NetworkEdge } from '../network/network.ts'
import { NO_PLAN, type TradeProblem } from '../network/plan.ts'
import type { DualSolution } from '../prices/dual.ts'
import { solveOver } from '../prices/solve-over.ts'
import { allocateFlows } from './allocate-flows.ts'
import type { Candidate } from './candidate.ts'
import { collectFlows, type Flow, type KeyOf, orderFlows } from './order-flows.ts'

const MAX_ROUNDS = 12

export interface Start {
  free: DualSolution
  keyOf: KeyOf
  /** Counts edges that were solved over. */
  spend: (edges: number) => void
}

/**
 * Plans a trade over flows that can all be executed. A solve may send funds in circles, or through several
 * pairs of one contract, and a plan has no such flows. Each round leaves their edges out and solves again,
 * so that other pools carry what they carried.
 */
export function executablePlan(problem: TradeProblem, start: Start): Candidate {
  const all = problem.network.edges.map((_, e) => e)
  const found = planWithoutCuts(problem, all, start)
  if (found.plan.legs.length > 0) return found
  // The amount is near all that there is: contracts trade through their pairs with the given token alone.
  const kept = endEdges(problem)
  if (kept.length === all.length) return found
  start.spend(kept.length)
  return planWithoutCuts(problem, kept, { ...start, free: solveOver(problem, kept, start.free.prices) })
}

/** Plans over these edges: `free` is the solution over them. */
export function planWithoutCuts(
  problem: TradeProblem,
  all: readonly number[],
  { free, keyOf, spend }: Start,
): Candidate {
  const { network, side, amount } = problem
  let kept = all
  let solution = free
  let best: Candidate = { plan: NO_PLAN, prices: free.prices }
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const scale = (solution.prices[side.given] as number) * amount
    const collected = collectFlows(network, { kept, solution, scale }, keyOf)
    const ordered = orderFlows(collected, { tokens: network.tokens.length, side })
    const plan = allocateFlows(problem, ordered)
    if (plan.net > best.plan.net) best = { plan, prices: solution.prices }
    const left = withoutCut(problem, kept, { collected, ordered: ordered.flows, keyOf })
    if (left.length === kept.length) break
    kept = left
    spend(kept.length)
    solution = solveOver(problem, kept, free.prices)
  }
  return best
}

/** Leaves out the pairs without the given token of contracts that trade it. */
function endEdges({ network, side }: TradeProblem): number[] {
  const isEnd = ({ [side.entry]: entry }: NetworkEdge) => entry === side.given
  const contracts = new Set(network.edges.filter(isEnd).map(({ pool }) => pool.address))
  return network.edges.flatMap((edge, e) => (isEnd(edge) || !contracts.has(edge.pool.address) ? [e] : []))
}

interface Cut {
  collected: readonly Flow[]
  ordered: readonly Flow[]
  keyOf: KeyOf
}

/** Leaves out the other edges of keys with a flow, and the edges of flows in circles. */
function withoutCut(
  { network }: TradeProblem,
  kept: readonly number[],
  { collected, ordered, keyOf }: Cut,
): number[] {
  const carried = new Set(ordered.map(({ edge }) => edge))
  const cut = new Set(collected.flatMap(({ edge }) => (carried.has(edge) ? [] : [edge])))
  const keys = new Set(ordered.flatMap(({ edge }) => network.edges[edge] ?? []).map(keyOf))
  return kept.filter((e) => {
    const edge = network.edges[e]
    return carried.has(e) || (edge !== undefined && !cut.has(e) && !keys.has(keyOf(edge)))
  })
}
