import type { Network } from './network.ts'
import type { Side } from './side.ts'

/** One pool's part in a plan. */
export interface Leg {
  /** Of the network. */
  edge: number
  /** Of all that is gathered of the token that enters, which is what a sale sells and a purchase buys; they add up to 1. */
  share: number
}

/** A route in float64. */
export interface Plan {
  /** In an order that gathers a token whole before it is shared, the legs of a token together. Empty: no route. */
  legs: readonly Leg[]
  /** What is counted, after gas, less than zero where it is paid; base units. The more, the better. */
  net: number
}

export interface TradeProblem {
  network: Network
  side: Side
  /** Of the given token. */
  amount: number
  /** Base units of the counted token for one unit of gas. */
  gasPrice: number
}

export const NO_PLAN: Plan = { legs: [], net: Number.NEGATIVE_INFINITY }
