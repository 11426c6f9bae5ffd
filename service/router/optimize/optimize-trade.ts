import type { Curve } from '../../modules/core/curve.ts'
import type { OuterQuery } from '../paths/find-path.ts'
import { allocateFlows } from './allocate-flows.ts'
import { chargedPrices, completePrices, earningEdges } from './charged-prices.ts'
import type { DualSolution } from './dual.ts'
import { jointPlans } from './joint-plans.ts'
import { type BoundSearch, leastBound } from './least-bound.ts'
import { neighbors, rankEdges } from './neighbors.ts'
import type { Network } from './network.ts'
import { collectFlows, orderFlows } from './order-flows.ts'
import { type Leg, NO_PLAN, type Plan, type TradeProblem } from './plan.ts'
import { solveAll, solveOver } from './solve-over.ts'

export interface TradeSearch extends TradeProblem {
  /** Maximum number of legs of a route. */
  maxLegs: number
  /** The best single path, by its edges: where a second search starts. */
  single: readonly number[]
  /** The network with fixed-rate pools as they are. */
  uncut: Network
  /** Pools that our routes do not pass, but others could. */
  outer: OuterQuery | undefined
  /** Leaves the bound at what the plan nets. */
  isUnbounded: boolean
  /** Edges that plans are solved over, and `WORK_OF_PLAN` for each, before improving stops: the best plan by then counts. */
  maxWork: number
  /** Whether to stop sooner. */
  isLate: () => boolean
}

export interface TradeOptimum {
  plan: Plan
  /** Others that trade several pairs of one contract, each as if it were alone: what they pay has to be run. */
  joint: readonly Plan[]
  /** No route nets more than this, in base units of the counted token. */
  bound: number
}

/** A plan, and the prices of the solve it comes from. */
interface Candidate {
  plan: Plan
  prices: Float64Array
}

interface Tools {
  /** Prices of every token. */
  guide: Float64Array
  /** The plan that uses these edges only. */
  planOver: (kept: readonly number[]) => Candidate
  /** Whether to stop improving. */
  isExpired: () => boolean
}

/** What a plan costs besides its edges, in edges. */
const WORK_OF_PLAN = 12

/** Plans over more edges are not kept: they seldom recur in a search. */
const MAX_KNOWN_EDGES = 8

/** The legs that net most after gas, as near as can be found in time, and how much better others could be. */
export function optimizeTrade(search: TradeSearch): TradeOptimum {
  const { network } = search
  const free = solveAll(search)
  if (!free) return { plan: NO_PLAN, joint: [], bound: 0 }

  const all = network.edges.map((_, e) => e)
  const guide = search.gasPrice > 0 ? chargedPrices(search, free.prices) : free.prices
  let work = 0
  function solveFor(kept: readonly number[]): Candidate {
    work += kept.length + WORK_OF_PLAN
    return toCandidate(search, kept, solveOver(search, kept, guide))
  }
  const known = new Map<string, Candidate>()
  /** The two climbs mostly meet, and then try the same plans. */
  function planOver(kept: readonly number[]): Candidate {
    if (kept.length > MAX_KNOWN_EDGES) return solveFor(kept)
    const key = kept.join(' ')
    const candidate = known.get(key) ?? solveFor(kept)
    known.set(key, candidate)
    return candidate
  }
  const tools = { guide, planOver, isExpired: () => work >= search.maxWork || search.isLate() }

  const unpriced = toCandidate(search, all, free)
  const first = search.gasPrice > 0 ? better(unpriced, planOver(earningEdges(search, guide))) : unpriced
  const trimmed = dropLosers(search, reshare(first, tools), tools)
  // For small trades the best routes are a path and a little more, which the first search may have missed.
  const fromSplit = climb(search, trimmed, tools)
  const fromPath = climb(search, planOver(search.single), tools)
  let best = better(fromSplit, fromPath)
  const bound = search.isUnbounded ? best.plan.net : boundTrade([guide, free.prices])
  const joint = jointPlans(search, getEdges(best.plan.legs), guide)
  return { plan: best.plan, joint, bound: Math.max(bound, best.plan.net) }

  /** The plan may become better on the way. */
  function boundTrade(found: readonly [Float64Array, Float64Array]): number {
    const { net, legs } = best.plan
    const prices = completePrices(best.prices, guide)
    const bounded: BoundSearch = {
      ...search,
      net,
      used: getEdges(legs),
      netOf(wider, kept, cuts) {
        const isOuter = kept.some((e) => e >= all.length)
        const problem = { ...search, network: withCurves(wider, cuts) }
        const tried =
          isOuter || cuts.size > 0
            ? toCandidate(problem, kept, solveOver(problem, kept, guide))
            : planOver(kept)
        if (isOuter) return tried.plan.net
        if (tried.plan.legs.length <= search.maxLegs) best = better(best, tried)
        return best.plan.net
      },
    }
    return leastBound(bounded, [...found, prices])
  }
}

function withCurves({ tokens, edges }: Network, curves: ReadonlyMap<number, Curve>): Network {
  if (curves.size === 0) return { tokens, edges }
  return { tokens, edges: edges.map((edge, e) => ({ ...edge, curve: curves.get(e) ?? edge.curve })) }
}

const MAX_RESHARES = 3
const MIN_GAIN = 1e-9

/** Flows in circles were cut: solves again over the others, which share what those carried. */
function reshare(first: Candidate, { planOver }: Tools): Candidate {
  let best = first
  for (let round = 0; round < MAX_RESHARES && best.plan.legs.length > 1; round += 1) {
    const next = planOver(getEdges(best.plan.legs))
    if (next.plan.net - best.plan.net <= MIN_GAIN * Math.abs(best.plan.net)) break
    best = next
  }
  return best
}

/** Drops legs that do not earn their gas, the worst half of them at a time, and those beyond the maximum. */
function dropLosers(search: TradeSearch, first: Candidate, tools: Tools): Candidate {
  const isTooLong = ({ plan }: Candidate) => plan.legs.length > search.maxLegs
  let best = first
  for (let next: Candidate | undefined = first; next; next = withFewerLegs(search, next, tools)) {
    best = isTooLong(best) ? next : better(best, next)
  }
  return isTooLong(best) ? { ...best, plan: NO_PLAN } : best
}

/** The plan without the worst legs; undefined when all are worth keeping, or when time is over. */
function withFewerLegs(
  search: TradeSearch,
  { plan: { legs }, prices }: Candidate,
  { planOver, isExpired }: Tools,
): Candidate | undefined {
  if (legs.length <= 1 || (legs.length <= search.maxLegs && isExpired())) return undefined
  const ranked = rankEdges(search, getEdges(legs), prices)
  const losing = ranked.filter(({ earns }) => earns < 0).length
  const drop = Math.max(Math.ceil(losing / 2), legs.length - search.maxLegs)
  if (drop <= 0) return undefined
  const next = planOver(ranked.slice(drop).map(({ edge }) => edge))
  return next.plan.legs.length > 0 && next.plan.legs.length < legs.length ? next : undefined
}

/** Moves from plan to better neighbor until there is none, or no time left. */
function climb(search: TradeSearch, first: Candidate, tools: Tools): Candidate {
  let best = first
  for (let next: Candidate | undefined = first; next; next = betterNeighbor(search, best, tools)) best = next
  return best
}

/** The first neighbor that nets more. Without a gas price there is nothing to gain: the solve is optimal. */
function betterNeighbor(
  search: TradeSearch,
  { plan, prices }: Candidate,
  { guide, planOver, isExpired }: Tools,
): Candidate | undefined {
  if (search.gasPrice === 0 || plan.legs.length === 0 || isExpired()) return undefined
  for (const kept of neighbors(search, getEdges(plan.legs), completePrices(prices, guide))) {
    if (isExpired()) return undefined
    const next = planOver(kept)
    if (next.plan.net > plan.net && next.plan.legs.length <= search.maxLegs) return next
  }
  return undefined
}

function better(a: Candidate, b: Candidate): Candidate {
  return b.plan.net > a.plan.net ? b : a
}

/** The route of the flows at the prices of a solve over `kept` edges. */
function toCandidate(problem: TradeProblem, kept: readonly number[], solution: DualSolution): Candidate {
  const { network, side, amount } = problem
  const scale = (solution.prices[side.given] as number) * amount
  const flows = collectFlows(network, { kept, solution, scale })
  const plan = allocateFlows(problem, orderFlows(flows, { tokens: network.tokens.length, side }))
  return { plan, prices: solution.prices }
}

function getEdges(legs: readonly Leg[]): number[] {
  return legs.map(({ edge }) => edge)
}
