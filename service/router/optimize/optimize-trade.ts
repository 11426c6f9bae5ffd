import type { Curve } from '../../modules/core/curve.ts'
import type { OuterQuery } from '../paths/find-path.ts'
import { type BoundSearch, leastBound } from './bounds/least-bound.ts'
import type { Network } from './network/network.ts'
import { type Leg, NO_PLAN, type Plan, type TradeProblem } from './network/plan.ts'
import { allocateFlows } from './plans/allocate-flows.ts'
import type { Candidate } from './plans/candidate.ts'
import { climb } from './plans/climb.ts'
import { executablePlan, type Start } from './plans/executable-plan.ts'
import { improveOrder } from './plans/improve-order.ts'
import { improvePlan } from './plans/improve-plan.ts'
import { jointPlans } from './plans/joint-plans.ts'
import { neighbors, rankEdges } from './plans/neighbors.ts'
import {
  collectFlows,
  contractKey,
  type KeyOf,
  orderFlows,
  pairKey,
  withoutDeadEnds,
} from './plans/order-flows.ts'
import { orderPurchase } from './plans/order-purchase.ts'
import { chargedPrices, completePrices, earningEdges } from './prices/charged-prices.ts'
import type { DualSolution } from './prices/dual.ts'
import { settlePrices } from './prices/settle-prices.ts'
import { solveAll, solveOver } from './prices/solve-over.ts'

export interface TradeSearch extends TradeProblem {
  /** Maximum number of legs of a route. */
  maxLegs: number
  /** The best single path, by its edges: where a second search starts. */
  single: readonly number[]
  /** A route over fewer tokens, by its edges: where another search starts. Default: none. */
  known?: readonly number[]
  /** The network with fixed-rate pools as they are. */
  uncut: Network
  /** The solution over the whole network. Default: solved here. */
  free?: DualSolution
  /** True if flows of that solution form circles, which no plan can execute. Default: false. */
  isCircular?: boolean
  /** Pools that our routes do not pass, but others could. */
  outer: OuterQuery | undefined
  /** Leaves the bound at what the plan nets. */
  isUnbounded: boolean
  /**
   * Maximum work of improving, in solved edges plus `WORK_OF_PLAN` per plan. The best plan so far
   * counts.
   */
  maxWork: number
  /** Returns true if the search should stop early. */
  isLate: () => boolean
}

export interface TradeOptimum {
  plan: Plan
  /** Others that trade several pairs of one contract, each as if it were alone: what they pay has to be run. */
  joint: readonly Plan[]
  /** No route nets more than this, in base units of the counted token. */
  bound: number
}

interface Tools {
  /** Prices of every token. */
  guide: Float64Array
  /** The plan that uses these edges only. Default: one pair of each contract. */
  planOver: (kept: readonly number[], keyOf?: KeyOf) => Candidate
  /** Counts edges that were solved over. */
  spend: (edges: number) => void
  /** Returns true if improving should stop. */
  isExpired: () => boolean
}

/** Fixed cost of a plan, in edges. */
const WORK_OF_PLAN = 12

/** A plan that nets less than this share below the solve lacks no flow. */
const CUT = 1e-6

/** Plans over more edges are not kept: they seldom recur in a search. */
const MAX_KNOWN_EDGES = 8

/**
 * The legs with the largest net output that was found in time, and an upper bound of other routes.
 */
export function optimizeTrade(search: TradeSearch): TradeOptimum {
  const { network } = search
  const free = search.free ?? solveAll(search)
  if (!free) return { plan: NO_PLAN, joint: [], bound: 0 }

  const all = network.edges.map((_, e) => e)
  const guide = search.gasPrice > 0 ? chargedPrices(search, free.prices) : free.prices
  const tools = createTools(search, guide)
  const { planOver } = tools
  const unpriced = planAll(search, { free, keyOf: contractKey, ...tools })
  const first = search.gasPrice > 0 ? better(unpriced, planOver(earningEdges(search, guide))) : unpriced
  const trimmed = dropLosers(search, reshare(first, tools), tools)
  // For small trades the best routes are a path and a little more, which the first search may have missed.
  const toNeighbor = (best: Candidate) => betterNeighbor(search, best, tools)
  const fromSplit = climb(trimmed, toNeighbor)
  const fromPath = climb(planOver(search.single), toNeighbor)
  let best = better(fromSplit, fromPath)
  let pairs: Plan[] = []
  if (search.isCircular || (search.gasPrice === 0 && isCut(best, free))) {
    const found = search.known ? [planOver(search.known)] : []
    best = [...found, best, fromPath].map((start) => mend(search, start, tools)).reduce(better, best)
    if (search.gasPrice === 0) {
      if (search.maxWork > 0)
        best = better(best, dropLosers(search, improveOrder(search, best, search.isLate), tools))
      const starts = search.known ? [best] : [planAll(search, { free, keyOf: pairKey, ...tools }), best]
      const improved = starts.map((start) => improvePlan(search, start, { ...tools, keyOf: pairKey }))
      pairs = executable(search, improved.reduce(better).plan)
    }
  }
  const bound = search.isUnbounded ? best.plan.net : boundTrade([guide, free.prices])
  const current = getEdges(best.plan.legs)
  // The solution's prices are those after every circle was traded, which the plan cannot do.
  const priced = search.isCircular ? [guide, pricesOfPlan(search, best)] : [guide]
  const joint = [...priced.flatMap((prices) => jointPlans(search, current, prices)), ...pairs]
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
            ? toCandidate(problem, kept, { solution: solveOver(problem, kept, guide) })
            : planOver(kept)
        if (isOuter) return tried.plan.net
        if (tried.plan.legs.length <= search.maxLegs) best = better(best, tried)
        return best.plan.net
      },
    }
    return leastBound(bounded, [...found, prices])
  }
}

function createTools(search: TradeSearch, guide: Float64Array): Tools {
  let work = 0
  const known = new Map<string, Candidate>()
  function solveFor(chosen: readonly number[], keyOf: KeyOf): Candidate {
    const kept = withoutDeadEnds(search.network, chosen)
    work += kept.length + WORK_OF_PLAN
    return toCandidate(search, kept, { solution: solveOver(search, kept, guide), keyOf })
  }
  return {
    guide,
    /** The two climbs mostly meet, and then try the same plans. */
    planOver(kept, keyOf = contractKey) {
      if (kept.length > MAX_KNOWN_EDGES || keyOf !== contractKey) return solveFor(kept, keyOf)
      const key = kept.join(' ')
      const candidate = known.get(key) ?? solveFor(kept, keyOf)
      known.set(key, candidate)
      return candidate
    },
    spend(edges) {
      work += edges
    },
    isExpired: () => work >= search.maxWork || search.isLate(),
  }
}

/**
 * Improves a plan whose solution had circles, and then drops and replaces legs that do not earn
 * their gas.
 */
function mend(search: TradeSearch, start: Candidate, tools: Tools): Candidate {
  const improved = improvePlan(search, start, { ...tools, keyOf: contractKey })
  return climb(dropLosers(search, improved, tools), (best) => betterNeighbor(search, best, tools))
}

/** The prices of a plan, with settled prices for the tokens that it does not hold. */
function pricesOfPlan({ network, gasPrice }: TradeSearch, { plan, prices }: Candidate): Float64Array {
  const legs = plan.legs.flatMap(({ edge }) => network.edges[edge] ?? [])
  const held = new Set(legs.flatMap(({ from, to }) => [from, to]))
  const known = prices.map((price, token) => (held.has(token) ? price : 0))
  return settlePrices(network.edges, { known, tokens: network.tokens.length, gasPrice })
}

/** Returns whether the flows of a solution lead in circles. */
export function hasCircles(
  { network, side, amount }: Omit<TradeProblem, 'gasPrice'>,
  free: DualSolution,
): boolean {
  const scale = (free.prices[side.given] as number) * amount
  const kept = network.edges.map((_, e) => e)
  const flows = collectFlows(network, { kept, solution: free, scale })
  return orderFlows(flows, { tokens: network.tokens.length, side }).flows.length < flows.length
}

/** Returns whether a plan lacks flows of the solve that cannot be executed. */
function isCut({ plan }: Candidate, free: DualSolution): boolean {
  return free.value - plan.net > CUT * Math.abs(free.value)
}

/**
 * Plans the flows of the solution over the whole network. With gas, `climb` repairs the cuts, so
 * only a trade without a plan is planned again.
 */
function planAll(search: TradeSearch, start: Start & Pick<Tools, 'isExpired'>): Candidate {
  const { free, keyOf, isExpired } = start
  const all = search.network.edges.map((_, e) => e)
  const simple = toCandidate(search, all, { solution: free, keyOf })
  if (search.isCircular && search.known) return simple
  const isMended = search.gasPrice === 0 && !isExpired() && isCut(simple, free)
  if (!isMended && simple.plan.legs.length > 0) return simple
  return better(simple, executablePlan(search, start))
}

/** Orders a plan so that several pairs of one contract can be executed. Empty without such an order. */
function executable({ network, side, maxLegs }: TradeSearch, plan: Plan): Plan[] {
  const legs = side.type === 'SELL' ? plan.legs : orderPurchase(network, plan.legs, maxLegs)
  return legs && legs.length > 0 && legs.length <= maxLegs ? [{ ...plan, legs }] : []
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

/** Returns the first neighbor that nets more. */
function betterNeighbor(
  search: TradeSearch,
  { plan, prices }: Candidate,
  { guide, planOver, isExpired }: Tools,
): Candidate | undefined {
  // Without a gas price, `improvePlan` does this.
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
function toCandidate(
  problem: TradeProblem,
  kept: readonly number[],
  { solution, keyOf = contractKey }: { solution: DualSolution; keyOf?: KeyOf },
): Candidate {
  const { network, side, amount } = problem
  const scale = (solution.prices[side.given] as number) * amount
  const flows = collectFlows(network, { kept, solution, scale }, keyOf)
  const plan = allocateFlows(problem, orderFlows(flows, { tokens: network.tokens.length, side }))
  return { plan, prices: solution.prices }
}

function getEdges(legs: readonly Leg[]): number[] {
  return legs.map(({ edge }) => edge)
}
