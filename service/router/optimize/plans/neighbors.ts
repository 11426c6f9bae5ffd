import { createFill, getTradeGas } from '../../../modules/core/curve.ts'
import { getProfit } from '../network/bound.ts'
import type { NetworkEdge } from '../network/network.ts'
import type { TradeProblem } from '../network/plan.ts'

/** Pools tried as additions, and as replacements. */
const MAX_ADDED = 6
const MAX_SWAPPED = 3
/** In larger plans one wrong leg costs too little to justify the tries. */
const MAX_LEGS_TO_SWAP = 8

interface Ranked {
  edge: number
  /** After gas. */
  earns: number
}

/**
 * Yields sets of edges that differ from a plan by one or two pools, the most promising first: one
 * leg less, one pool or a detour of two more, one replaced. `prices` are the prices of the plan for
 * every token.
 */
export function* neighbors(
  problem: TradeProblem,
  current: readonly number[],
  prices: Float64Array,
): Generator<readonly number[]> {
  const earns = getEarnings(problem, prices)
  const legs = rank(current, earns)
  // Removing a leg costs at least its profit, so legs that earn more than their gas stay.
  for (const { edge, earns } of legs) if (earns <= 0 && current.length > 1) yield without(current, edge)

  for (const edge of current) earns[edge] = Number.NaN
  const held = heldBy(problem, current)
  const between = bestEdges(
    problem,
    earns,
    ({ from, to }, earned) => earned > 0 && held.has(from) && held.has(to),
  )
  for (const { edge } of between.slice(0, MAX_ADDED)) yield [...current, edge]
  const pairs = detours(problem, held, earns)
  for (const pair of pairs) yield [...current, ...pair]

  if (current.length > MAX_LEGS_TO_SWAP) return
  for (const { edge } of legs) {
    const leg = problem.network.edges[edge]
    const like = bestEdges(problem, earns, ({ from, to }) => from === leg?.from && to === leg.to)
    const rest = without(current, edge)
    for (const offer of like.slice(0, MAX_SWAPPED)) yield [...rest, offer.edge]
    for (const pair of pairs) yield [...rest, ...pair]
  }
}

/** Edges by profit after gas at these prices, the worst first. */
export function rankEdges(problem: TradeProblem, edges: readonly number[], prices: Float64Array): Ranked[] {
  return rank(edges, getEarnings(problem, prices))
}

function rank(edges: readonly number[], earns: Float64Array): Ranked[] {
  return edges.map((edge) => ({ edge, earns: earns[edge] as number })).sort((a, b) => a.earns - b.earns)
}

/** Returns the profit after gas of each edge. */
function getEarnings({ network, gasPrice }: TradeProblem, prices: Float64Array): Float64Array {
  const fill = createFill()
  const earns = new Float64Array(network.edges.length)
  for (let e = 0; e < earns.length; e += 1) {
    const edge = network.edges[e] as NetworkEdge
    const profit = getProfit(edge, prices, fill)
    earns[e] = profit - getTradeGas(edge.curve, fill) * gasPrice
  }
  return earns
}

/** The edges that are wanted, by what they earn, the best first. NaN: not to be had. */
function bestEdges(
  { network }: TradeProblem,
  earns: Float64Array,
  isWanted: (edge: NetworkEdge, earns: number) => boolean,
): Ranked[] {
  const found: Ranked[] = []
  for (let edge = earns.length - 1; edge >= 0; edge -= 1) {
    const earned = earns[edge] as number
    if (!Number.isNaN(earned) && isWanted(network.edges[edge] as NetworkEdge, earned)) {
      found.push({ edge, earns: earned })
    }
  }
  return found.sort((a, b) => b.earns - a.earns)
}

/** The best two edges into and out of each token that the plan does not hold, the best tokens first. */
function detours({ network }: TradeProblem, held: ReadonlySet<number>, earns: Float64Array): number[][] {
  const into = new Int32Array(network.tokens.length).fill(-1)
  const outOf = new Int32Array(network.tokens.length).fill(-1)
  const keepBetter = (best: Int32Array, token: number, edge: number) => {
    const before = best[token] as number
    if (before < 0 || (earns[edge] as number) >= (earns[before] as number)) best[token] = edge
  }
  for (let edge = 0; edge < earns.length; edge += 1) {
    if (Number.isNaN(earns[edge])) continue
    const { from, to } = network.edges[edge] as NetworkEdge
    if (held.has(from) && !held.has(to)) keepBetter(into, to, edge)
    if (held.has(to) && !held.has(from)) keepBetter(outOf, from, edge)
  }
  const pairs: { pair: number[]; earns: number }[] = []
  for (const [token, first] of into.entries()) {
    const last = outOf[token] as number
    if (first >= 0 && last >= 0)
      pairs.push({ pair: [first, last], earns: (earns[first] as number) + (earns[last] as number) })
  }
  return pairs
    .sort((a, b) => b.earns - a.earns)
    .slice(0, MAX_ADDED)
    .map(({ pair }) => pair)
}

function heldBy({ network }: TradeProblem, edges: readonly number[]): ReadonlySet<number> {
  return new Set(edges.flatMap((e) => network.edges[e] ?? []).flatMap(({ from, to }) => [from, to]))
}

function without(edges: readonly number[], edge: number): number[] {
  return edges.filter((other) => other !== edge)
}
