import type { RangedEdge } from '../network/bound.ts'
import type { TradeProblem } from '../network/plan.ts'
import { chargedPrices, completePrices, workToCharge } from '../prices/charged-prices.ts'
import { BANNED, edgesLeft, type RouteCosts } from './route-costs.ts'

/** Routes with certain edges and without others, which cross a given number of segments. */
export interface Part {
  edges: readonly RangedEdge[]
  /** The index of each edge in the network. */
  places: readonly number[]
  /** The state of each edge: `OPEN`, `USED` or `BANNED`. */
  state: Uint8Array
  /** Where the search for better ones starts. */
  prices: Float64Array
}

export interface Case extends Part {
  costs: RouteCosts
  /** An upper bound of the net output of these routes. */
  bound: number
}

export function everyRoute(edges: readonly RangedEdge[], prices: Float64Array): Part {
  return { edges, places: edges.map((_, e) => e), state: new Uint8Array(edges.length), prices }
}

/** Each part has fewer edges than the one that it was divided from. */
export function withoutBanned({ edges, places, state, prices }: Part): Part {
  if (!state.includes(BANNED)) return { edges, places, state, prices }
  const isLeft = (_: unknown, e: number) => state[e] !== BANNED
  return { edges: edges.filter(isLeft), places: places.filter(isLeft), state: state.filter(isLeft), prices }
}

export interface Relaxation extends Omit<TradeProblem, 'network'> {
  /** Bounds the routes of a part at its prices, and bans edges that none of them has. */
  prune: (part: Part) => Case
  isEnough: (bound: number) => boolean
  /** Spends this much work. False if less is left. */
  spend: (work: number) => boolean
}

/** Lowers the bound of a part at prices of its own. */
export function relax(part: Part, { prune, isEnough, spend, ...trade }: Relaxation): Case {
  const before = prune(withoutBanned(part))
  if (isEnough(before.bound)) return before
  const left = withoutBanned(before)
  if (!spend(workToCharge(left.edges))) return before
  const network = { edges: edgesLeft(left.edges, left.state) }
  const prices = completePrices(chargedPrices({ ...trade, network }, left.prices), left.prices)
  const after = prune({ ...left, prices })
  return after.bound < before.bound ? after : before
}

/** Removes the case of the highest bound. */
export function takeHighest(cases: Case[]): Case | undefined {
  let at = 0
  for (const [i, { bound }] of cases.entries()) if (bound > (cases[at] as Case).bound) at = i
  return cases.splice(at, 1)[0]
}
