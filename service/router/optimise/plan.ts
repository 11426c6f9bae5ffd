import { createFill, sellInto } from '../../modules/curve.ts'
import type { DualSolution } from './dual.ts'
import { INPUT, type Network, OUTPUT } from './network.ts'
import { collectFlows, orderFlows } from './order-flows.ts'

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

/** Turns what flows at the prices of a solve over `kept` edges into a route, and tries it. */
export function planFlows(problem: SellProblem, kept: readonly number[], solution: DualSolution): Plan {
  const { network, amount } = problem
  const tokens = network.tokens.length
  const scale = (solution.prices[INPUT] as number) * amount
  const flows = collectFlows(network, { kept, solution, scale })
  const ordered = orderFlows(flows, { tokens, input: INPUT, output: OUTPUT })
  const legs: Leg[] = []
  for (const token of ordered.order) {
    const outgoing = ordered.flows.filter(({ from }) => from === token)
    const total = outgoing.reduce((sum, flow) => sum + flow.amount, 0)
    for (const flow of outgoing) legs.push({ edge: flow.edge, share: flow.amount / total })
  }
  return tryLegs(problem, legs)
}

/** What a route of these legs pays, by the curves. */
export function tryLegs({ network, amount, gasPrice }: SellProblem, legs: readonly Leg[]): Plan {
  const balance = new Float64Array(network.tokens.length)
  balance[INPUT] = amount
  const fill = createFill()
  let gas = 0
  for (const { edge, share } of legs) {
    const known = network.edges[edge]
    if (!known) continue
    const { from, to, curve } = known
    sellInto(curve, (balance[from] as number) * share, fill)
    balance[to] = (balance[to] as number) + fill.output
    gas += curve.gas + curve.segmentGas * fill.crossed
  }
  const gross = balance[OUTPUT] as number
  return legs.length === 0 ? NO_PLAN : { legs, gross, net: gross - gas * gasPrice }
}
