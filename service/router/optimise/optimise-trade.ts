import { createFill } from '../../modules/curve.ts'
import { netBound, profitOf } from './bound.ts'
import { dealFlows } from './deal-flows.ts'
import { type DualSolution, solveDual } from './dual.ts'
import { INPUT, OUTPUT } from './network.ts'
import { collectFlows, orderFlows } from './order-flows.ts'
import { type Leg, NO_PLAN, type Plan, type TradeProblem } from './plan.ts'

export interface TradeSearch extends TradeProblem {
  /** Most legs a route may have. */
  maxLegs: number
  /** Says when to stop improving; what is best by then counts. */
  isExpired: () => boolean
}

export interface TradeOptimum {
  plan: Plan
  /** No route nets more than this, in base units of what is counted. */
  bound: number
}

/** The legs that net most after gas, as near as can be found in time, and how much better others could be. */
export function optimiseTrade(search: TradeSearch): TradeOptimum {
  const { network, side } = search
  const all = network.edges.map((_, e) => e)
  const start = side.spotPrices(network.edges, network.tokens.length)
  if (!((start[side.given] as number) > 0)) return { plan: NO_PLAN, bound: 0 }

  const free = solveOver(search, all, start)
  const { prices } = free
  const planOver = (kept: readonly number[]) => planFlows(search, kept, solveOver(search, kept, prices))
  let best = planFlows(search, all, free)
  // Where flows went in circles some were cut: the others share what those carried.
  for (let rounds = 0; rounds < 3 && best.legs.length > 1; rounds += 1) {
    const plan = planOver(edgesOf(best.legs))
    if (plan.net - best.net <= 1e-9 * Math.abs(best.net)) break
    best = plan
  }
  best = dropLosers(search, { best, planOver, prices })
  best = dropOneByOne(search, { best, planOver, prices })
  best = addEarners(search, { best, planOver, prices })
  return { plan: best, bound: Math.max(netBound(search, prices), best.net) }
}

interface Improvement {
  best: Plan
  planOver: (kept: readonly number[]) => Plan
  /** Of the solve that knows no gas. */
  prices: Float64Array
}

/** Legs that do not earn their gas go, the worst half of them at a time; and those beyond the most a route may have. */
function dropLosers(search: TradeSearch, { best: first, planOver, prices }: Improvement): Plan {
  let best = first
  let legs = first.legs
  while (legs.length > 1 && !search.isExpired()) {
    const ranked = rank(search, edgesOf(legs), prices)
    const losing = ranked.filter(({ earns }) => earns < 0).length
    const drop = Math.max(Math.ceil(losing / 2), legs.length - search.maxLegs)
    if (drop <= 0) break
    const plan = planOver(ranked.slice(drop).map(({ edge }) => edge))
    if (plan.legs.length === 0 || plan.legs.length >= legs.length) break
    if (plan.net > best.net || best.legs.length > search.maxLegs) best = plan
    legs = plan.legs
  }
  return best.legs.length > search.maxLegs ? NO_PLAN : best
}

/** Tries the plan without each of its legs, the least useful first, as long as that pays. */
function dropOneByOne(search: TradeSearch, { best: first, planOver, prices }: Improvement): Plan {
  if (search.gasPrice === 0) return first
  let best = first
  for (let improved = true; improved; ) {
    improved = false
    const current = edgesOf(best.legs)
    if (current.length < 2) break
    for (const { edge } of rank(search, current, prices)) {
      if (search.isExpired()) return best
      const plan = planOver(current.filter((other) => other !== edge))
      if (plan.net <= best.net) continue
      best = plan
      improved = true
      break
    }
  }
  return best
}

const MOST_ADDED = 4

/** Tries the plan with each of the pools that would earn more than their gas, the best first. */
function addEarners(search: TradeSearch, { best: first, planOver, prices }: Improvement): Plan {
  if (search.gasPrice === 0) return first
  let best = first
  const others = search.network.edges
    .map((_, e) => e)
    .filter((e) => !first.legs.some(({ edge }) => edge === e))
  const promising = rank(search, others, prices).filter(({ earns }) => earns > 0)
  for (const { edge } of promising.reverse().slice(0, MOST_ADDED)) {
    if (search.isExpired() || best.legs.length >= search.maxLegs) break
    const plan = planOver([...edgesOf(best.legs), edge])
    if (plan.net > best.net && plan.legs.length <= search.maxLegs) best = plan
  }
  return best
}

/** Edges by what they earn after gas, the worst first. */
function rank({ network, gasPrice }: TradeSearch, edges: readonly number[], prices: Float64Array) {
  const fill = createFill()
  return edges
    .flatMap((edge) => {
      const known = network.edges[edge]
      return known ? [{ edge, earns: profitOf(known, prices, fill) - known.curve.gas * gasPrice }] : []
    })
    .sort((a, b) => a.earns - b.earns)
}

/** Solves as if only these edges were there, from prices near by. */
function solveOver(search: TradeSearch, kept: readonly number[], near: Float64Array): DualSolution {
  const { network, side, amount } = search
  const edges = kept.flatMap((e) => network.edges[e] ?? [])
  const prices = side.spotPrices(edges, network.tokens.length)
  for (const [token, price] of prices.entries()) {
    const other = near[token] as number
    if (price > 0 && other > 0) prices[token] = other
  }
  const supply = { token: side.given, amount: side.sign * amount }
  return solveDual({ edges, numeraire: side.counted, supply, prices })
}

/** Turns what flows at the prices of a solve over `kept` edges into a route. */
function planFlows(problem: TradeProblem, kept: readonly number[], solution: DualSolution): Plan {
  const { network, side, amount } = problem
  const scale = (solution.prices[side.given] as number) * amount
  const flows = collectFlows(network, { kept, solution, scale })
  const ordered = orderFlows(flows, { tokens: network.tokens.length, input: INPUT, output: OUTPUT })
  return dealFlows(
    problem,
    side.type === 'SELL' ? ordered : { ...ordered, order: ordered.order.toReversed() },
  )
}

function edgesOf(legs: readonly Leg[]): number[] {
  return legs.map(({ edge }) => edge)
}
