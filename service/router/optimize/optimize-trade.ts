import { createFill } from '../../modules/core/curve.ts'
import type { OuterQuery } from '../paths/find-path.ts'
import { allocateFlows } from './allocate-flows.ts'
import { getProfit } from './bound.ts'
import { type DualSolution, solveDual } from './dual.ts'
import { completePrices, leastBound } from './least-bound.ts'
import { neighbors, rankEdges } from './neighbors.ts'
import { INPUT, OUTPUT } from './network.ts'
import { collectFlows, orderFlows } from './order-flows.ts'
import { type Leg, NO_PLAN, type Plan, type TradeProblem } from './plan.ts'
import { solveOver } from './solve-over.ts'

export interface TradeSearch extends TradeProblem {
  /** Most legs a route may have. */
  maxLegs: number
  /** The best single path, by its edges: where a second search starts. */
  single: readonly number[]
  /** Pools that no route of ours passes but others could. */
  outer: OuterQuery | undefined
  /** Says when to stop improving; what is best by then counts. */
  isExpired: () => boolean
}

export interface TradeOptimum {
  plan: Plan
  /** No route nets more than this, in base units of what is counted. */
  bound: number
}

/** A plan, and the prices of the solve it comes from. */
interface Candidate {
  plan: Plan
  prices: Float64Array
}

/** The legs that net most after gas, as near as can be found in time, and how much better others could be. */
export function optimizeTrade(search: TradeSearch): TradeOptimum {
  const { network, side } = search
  const all = network.edges.map((_, e) => e)
  const start = side.spotPrices(network.edges, network.tokens.length)
  if (!((start[side.given] as number) > 0)) return { plan: NO_PLAN, bound: 0 }

  const free = solveOver(search, all, start)
  const guide = search.gasPrice > 0 ? chargedPrices(search, free.prices) : free.prices
  function candidateOver(kept: readonly number[]): Candidate {
    const solution = solveOver(search, kept, guide)
    return { plan: planFlows(search, kept, solution), prices: solution.prices }
  }

  let best: Candidate = { plan: planFlows(search, all, free), prices: free.prices }
  if (search.gasPrice > 0) best = better(best, candidateOver(earners(search, guide, NEARLY_EARNED)))
  // Where flows went in circles some were cut: the others share what those carried.
  for (let rounds = 0; rounds < 3 && best.plan.legs.length > 1; rounds += 1) {
    const next = candidateOver(getEdges(best.plan.legs))
    if (next.plan.net - best.plan.net <= 1e-9 * Math.abs(best.plan.net)) break
    best = next
  }
  best = dropLosers(search, { best, candidateOver })
  best = climb(search, { best, guide, candidateOver })
  // For small trades the best routes are a path and a little more, which the first search may have passed by.
  best = better(best, climb(search, { best: candidateOver(search.single), guide, candidateOver }))
  const bound = leastBound(search, [guide, free.prices, completePrices(best.prices, guide)])
  return { plan: best.plan, bound: Math.max(bound, best.plan.net) }
}

/** How abruptly pools begin to trade, in turn: the first solve leads the second near. */
const SOFTNESS = [0.3, 0.05]
/** Pools that earn less of their gas than this while all are free come in only when prices have moved their way. */
const PROMISING = 0.2
const FEWEST = 300
const MAX_ROUNDS = 4

/**
 * Prices at which pools trade only where that earns their gas: nearly those of the best route, and of the least bound.
 * Most pools of a large market never do, so it begins with the promising ones and takes in those it has missed.
 */
function chargedPrices(search: TradeSearch, near: Float64Array): Float64Array {
  const { network, side, amount, gasPrice } = search
  const supply = { token: side.given, amount: side.sign * amount }
  const taken = new Set(promising(search, near))
  let prices = near
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const edges = [...taken].flatMap((e) => network.edges[e] ?? [])
    for (const softness of SOFTNESS.slice(Math.min(round, 1))) {
      prices = solveDual({
        edges,
        numeraire: side.counted,
        supply,
        prices,
        entry: { gasPrice, softness },
      }).prices
    }
    const missed = earners(search, prices, NEARLY_EARNED).filter((e) => !taken.has(e))
    if (missed.length === 0) break
    for (const e of missed) taken.add(e)
  }
  return prices
}

/** A pool whose profit comes this near to its gas may be worth it. */
const NEARLY_EARNED = 0.8

function promising(search: TradeSearch, prices: Float64Array): number[] {
  const found = earners(search, prices, PROMISING)
  if (found.length >= FEWEST) return found
  const all = search.network.edges.map((_, e) => e)
  return rankEdges(search, all, prices)
    .slice(-FEWEST)
    .map(({ edge }) => edge)
}

/** The edges whose profit is more than a part of their gas. */
function earners({ network, gasPrice }: TradeSearch, prices: Float64Array, part: number): number[] {
  const fill = createFill()
  return network.edges.flatMap((edge, e) =>
    getProfit(edge, prices, fill) > edge.curve.gas * gasPrice * part ? [e] : [],
  )
}

interface Improvement {
  best: Candidate
  candidateOver: (kept: readonly number[]) => Candidate
}

/** Legs that do not earn their gas go, the worst half of them at a time; and those beyond the most a route may have. */
function dropLosers(search: TradeSearch, { best: first, candidateOver }: Improvement): Candidate {
  let best = first
  let current = first
  while (current.plan.legs.length > 1 && (!search.isExpired() || current.plan.legs.length > search.maxLegs)) {
    const { legs } = current.plan
    const ranked = rankEdges(search, getEdges(legs), current.prices)
    const losing = ranked.filter(({ earns }) => earns < 0).length
    const drop = Math.max(Math.ceil(losing / 2), legs.length - search.maxLegs)
    if (drop <= 0) break
    current = candidateOver(ranked.slice(drop).map(({ edge }) => edge))
    if (current.plan.legs.length === 0 || current.plan.legs.length >= legs.length) break
    if (best.plan.legs.length > search.maxLegs) best = current
    else best = better(best, current)
  }
  return best.plan.legs.length > search.maxLegs ? { ...best, plan: NO_PLAN } : best
}

/** Goes from the plan to a neighbor that pays more, as long as there is one and time to find it. */
function climb(
  search: TradeSearch,
  { best: first, guide, candidateOver }: Improvement & { guide: Float64Array },
): Candidate {
  if (search.gasPrice === 0) return first
  let best = first
  for (let improved = true; improved && best.plan.legs.length > 0; ) {
    improved = false
    for (const kept of neighbors(search, getEdges(best.plan.legs), completePrices(best.prices, guide))) {
      if (search.isExpired()) return best
      const next = candidateOver(kept)
      if (next.plan.net <= best.plan.net || next.plan.legs.length > search.maxLegs) continue
      best = next
      improved = true
      break
    }
  }
  return best
}

function better(a: Candidate, b: Candidate): Candidate {
  return b.plan.net > a.plan.net ? b : a
}

/** Turns what flows at the prices of a solve over `kept` edges into a route. */
function planFlows(problem: TradeProblem, kept: readonly number[], solution: DualSolution): Plan {
  const { network, side, amount } = problem
  const scale = (solution.prices[side.given] as number) * amount
  const flows = collectFlows(network, { kept, solution, scale })
  const ordered = orderFlows(flows, { tokens: network.tokens.length, input: INPUT, output: OUTPUT })
  return allocateFlows(
    problem,
    side.type === 'SELL' ? ordered : { ...ordered, order: ordered.order.toReversed() },
  )
}

function getEdges(legs: readonly Leg[]): number[] {
  return legs.map(({ edge }) => edge)
}
