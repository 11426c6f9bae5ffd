import type { Curve } from '../../../modules/core/curve.ts'
import type { OuterQuery } from '../../paths/find-path.ts'
import type { Network } from '../network/network.ts'
import type { TradeProblem } from '../network/plan.ts'
import { trimFixedRates } from '../network/trim-fixed-rates.ts'
import { chargedPrices, completePrices } from '../prices/charged-prices.ts'
import { boundElsewhere } from './bound-elsewhere.ts'
import { branchAndBound } from './branch-and-bound.ts'
import { type RouteCosts, routeCosts } from './route-costs.ts'
import { widenNetwork } from './widen-network.ts'

export interface BoundSearch extends TradeProblem {
  outer: OuterQuery | undefined
  /** The network with fixed-rate pools as they are: what routes gain outside of it may pass them too. */
  uncut: Network
  /** The edges of the best plan, and what it nets. */
  used: readonly number[]
  net: number
  /** Maximum work on cases, in solved edges. */
  maxWork: number
  isLate: () => boolean
  /** Returns the net output of a plan that uses only these edges of a network. */
  netOf: (network: Network, kept: readonly number[], cuts: ReadonlyMap<number, Curve>) => number
}

/** A bound this close to the net output of the plan needs no further work, as a share of it. */
const NEAR = 5e-5
/**
 * Maximum work on cases, as a multiple of the work that improves the route, and in total. Further
 * work seldom closes a case.
 */
const CASES_SHARE = 2
const MAX_CASES_WORK = 6_000
/** Maximum work of all attempts together, as a multiple of one attempt. */
const TRIES_SHARE = 1.5
/** The same for routes through pools outside the network, at all prices together. */
const MAX_ELSEWHERE_WORK = 2_500
const MAX_TRIES = 3

/**
 * An upper bound of any route, in the network or in the wider one: from the prices with the lowest
 * bound, and by cases if gas keeps it far from the net output of the plan. `prices`: prices of all
 * tokens. The first ones start the search for others.
 */
export function leastBound(search: BoundSearch, prices: readonly Float64Array[]): number {
  const { net, gasPrice, outer } = search
  const [guide] = prices
  const enough = net + NEAR * Math.abs(net)
  const known = Array.from(new Set(prices), (at) => priced(search, at))
  const isEnough = (bound: number) => bound <= enough
  if (gasPrice > 0 && guide && !known.some(({ bound }) => isEnough(bound)))
    known.push(priced(search, pricesOfPlan(search, guide)))
  known.sort((a, b) => a.bound - b.bound)
  let least = Number.POSITIVE_INFINITY
  let elsewhere: number | undefined
  const workOfTry = Math.min(search.maxWork * CASES_SHARE, MAX_CASES_WORK)
  let workLeft = workOfTry * TRIES_SHARE
  // Pools outside the network may gain less at prices that are worse inside it.
  for (const one of outer ? known.slice(0, MAX_TRIES) : known.slice(0, 1)) {
    const others = known.map(({ prices: at }) => at).filter((at) => at !== one.prices)
    const next = boundAt(search, [one.prices, ...others], {
      elsewhere,
      maxWork: Math.min(workOfTry, workLeft),
    })
    least = Math.min(least, next.bound)
    workLeft -= next.work
    if (isEnough(least) || workLeft <= 0) break
    elsewhere = next.elsewhere
  }
  return least
}

/**
 * The bound of any route. Routes in the network and its largest outer pools are bounded by cases,
 * which start from the first prices. `elsewhere`: the bound of routes through any pool outside the
 * network, if known.
 */
function boundAt(
  search: BoundSearch,
  [prices, ...others]: readonly [Float64Array, ...Float64Array[]],
  { elsewhere: known, maxWork }: { elsewhere: number | undefined; maxWork: number },
): { bound: number; elsewhere: number | undefined; work: number } {
  const { net, gasPrice, side, amount, outer, isLate } = search
  const wide = widenNetwork(search.uncut, { outer, prices, gasPrice })
  // A better purchase costs no more than the plan.
  const most = Number.isFinite(net) ? -net : Number.POSITIVE_INFINITY
  const value = side.type === 'BUY' ? most : amount * (wide.prices[side.given] as number)
  const network = trimFixedRates(wide, { value, prices: wide.prices })
  const wider = { ...search, network }
  const tolerance = NEAR * Math.abs(net)
  const { leftAt } = wide
  // The same pools are left out at all prices where none was taken in.
  const isNarrow = wide.tokens.length === search.uncut.tokens.length
  const elsewhere = isNarrow && known !== undefined ? known : boundLeft()
  function boundLeft(): number {
    if (!leftAt) return Number.NEGATIVE_INFINITY
    const limits = { enough: net + tolerance, isLate }
    let least = Number.POSITIVE_INFINITY
    let left = MAX_ELSEWHERE_WORK
    // Where gas is in the prices of tokens that pools outside trade for each other, these seem to gain.
    for (const at of isNarrow ? [wide.prices, ...others] : [wide.prices]) {
      const next = boundElsewhere({ ...wider, ...limits, maxWork: left, prices: at, leftAt })
      least = Math.min(least, next.bound)
      left -= next.work
      if (least <= limits.enough || left <= 0) break
    }
    return least
  }
  const { bound, work } = branchAndBound({
    ...wider,
    prices: wide.prices,
    net: Math.max(net, elsewhere),
    tolerance,
    maxWork,
    netOf: (kept, cuts) => search.netOf(network, kept, cuts),
  })
  return { bound, elsewhere: isNarrow ? elsewhere : known, work }
}

interface Priced {
  prices: Float64Array
  costs: RouteCosts
  bound: number
}

/** The bound of the routes in a network, at these prices. */
function priced({ network, side, amount, gasPrice }: TradeProblem, prices: Float64Array): Priced {
  const { edges } = network
  const costs = routeCosts({ edges, gasPrice }, prices, new Uint8Array(edges.length))
  return { prices, costs, bound: side.sign * amount * (prices[side.given] as number) + costs.most }
}

/** Prices at which the pools of the plan trade, their gas paid, and others where that earns their gas. */
function pricesOfPlan(search: BoundSearch, near: Float64Array): Float64Array {
  const isUsed = new Set(search.used)
  const edges = search.network.edges.map((edge, e) =>
    isUsed.has(e) ? { ...edge, curve: { ...edge.curve, gas: 0 } } : edge,
  )
  const network = { ...search.network, edges }
  return completePrices(chargedPrices({ ...search, network }, near), near)
}
