import { createFill } from '../../modules/core/curve.ts'
import { getProfit } from './bound.ts'
import type { TradeProblem } from './plan.ts'

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
 * Sets of edges that differ from a plan's by a pool or two, the most promising first: one leg less, one pool or a detour
 * of two more, one replaced. `prices` are those of the plan, for every token.
 */
export function* neighbors(
  problem: TradeProblem,
  current: readonly number[],
  prices: Float64Array,
): Generator<readonly number[]> {
  const legs = rankEdges(problem, current, prices)
  // Removing a leg costs at least its profit, so legs that earn more than their gas stay.
  for (const { edge, earns } of legs) if (earns <= 0 && current.length > 1) yield without(current, edge)

  const used = new Set(current)
  const others = problem.network.edges.map((_, e) => e).filter((e) => !used.has(e))
  const offers = rankEdges(problem, others, prices).reverse()
  const held = heldBy(problem, current)
  const between = offers.filter(({ edge, earns }) => {
    const { from = -1, to = -1 } = problem.network.edges[edge] ?? {}
    return earns > 0 && held.has(from) && held.has(to)
  })
  for (const { edge } of between.slice(0, MAX_ADDED)) yield [...current, edge]
  const pairs = detours(problem, held, offers)
  for (const pair of pairs) yield [...current, ...pair]

  if (current.length > MAX_LEGS_TO_SWAP) return
  for (const { edge } of legs) {
    const like = offers.filter((offer) => isParallel(problem, edge, offer.edge)).slice(0, MAX_SWAPPED)
    const rest = without(current, edge)
    for (const offer of like) yield [...rest, offer.edge]
    for (const pair of pairs) yield [...rest, ...pair]
  }
}

/** Edges by profit after gas at these prices, the worst first. */
export function rankEdges(
  { network, gasPrice }: TradeProblem,
  edges: readonly number[],
  prices: Float64Array,
): Ranked[] {
  const fill = createFill()
  return edges
    .flatMap((edge) => {
      const known = network.edges[edge]
      if (!known) return []
      const profit = getProfit(known, prices, fill)
      const { gas, segmentGas } = known.curve
      return [{ edge, earns: profit - (gas + segmentGas * fill.crossed) * gasPrice }]
    })
    .sort((a, b) => a.earns - b.earns)
}

/** The best two edges into and out of each token that the plan does not hold, the best tokens first. */
function detours(
  { network }: TradeProblem,
  held: ReadonlySet<number>,
  offers: readonly Ranked[],
): number[][] {
  const into = new Map<number, Ranked>()
  const outOf = new Map<number, Ranked>()
  for (const offer of offers) {
    const { from = -1, to = -1 } = network.edges[offer.edge] ?? {}
    if (held.has(from) && !held.has(to) && !into.has(to)) into.set(to, offer)
    if (held.has(to) && !held.has(from) && !outOf.has(from)) outOf.set(from, offer)
  }
  return [...into]
    .flatMap(([token, first]) => {
      const last = outOf.get(token)
      return last ? [{ pair: [first.edge, last.edge], earns: first.earns + last.earns }] : []
    })
    .sort((a, b) => b.earns - a.earns)
    .slice(0, MAX_ADDED)
    .map(({ pair }) => pair)
}

function heldBy({ network }: TradeProblem, edges: readonly number[]): ReadonlySet<number> {
  return new Set(edges.flatMap((e) => network.edges[e] ?? []).flatMap(({ from, to }) => [from, to]))
}

function isParallel({ network }: TradeProblem, a: number, b: number): boolean {
  const [one, other] = [network.edges[a], network.edges[b]]
  return one?.from === other?.from && one?.to === other?.to
}

function without(edges: readonly number[], edge: number): number[] {
  return edges.filter((other) => other !== edge)
}
