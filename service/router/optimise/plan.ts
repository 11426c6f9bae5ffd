import type { Network } from './network.ts'

/** One pool's part in a plan. */
export interface Leg {
  /** Of the network. */
  edge: number
  /** Share of all that is gathered of the token it sells; the legs of a token add up to 1. */
  share: number
}

/** A route in float64. */
export interface Plan {
  /** In an order that gathers a token whole before it is sold, the legs of a token together. Empty: no route. */
  legs: readonly Leg[]
  /** What arrives, before and after gas; base units of the output. */
  gross: number
  net: number
}

export interface SellProblem {
  network: Network
  amount: number
  /** Base units of the output for one unit of gas. */
  gasPrice: number
}

export const NO_PLAN: Plan = { legs: [], gross: 0, net: Number.NEGATIVE_INFINITY }
