import type { Network } from './network.ts'
import type { Side } from './side.ts'

/** One pool's part in a plan. */
export interface Leg {
  /** The index in the network. */
  edge: number
  /** Share of the gathered amount of the entering token, which a sale sells and a purchase buys; they sum to 1. */
  share: number
  /** The sum of the shares of the legs of that token that come after it; the last one takes all that is left. */
  rest: number
}

/** A route in float64. */
export interface Plan {
  /** In topological order, the legs of a token together. Empty: no route. */
  legs: readonly Leg[]
  /** Amount of the counted token after gas, negative for a purchase; base units. Higher is better. */
  net: number
}

export interface TradeProblem {
  network: Network
  side: Side
  /** The amount of the given token. */
  amount: number
  /** Base units of the counted token for one unit of gas. */
  gasPrice: number
}

export const NO_PLAN: Plan = { legs: [], net: Number.NEGATIVE_INFINITY }
