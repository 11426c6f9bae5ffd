import { createFill } from '../../modules/core/curve.ts'
import type { Flow, OrderedFlows } from './order-flows.ts'
import { type Leg, NO_PLAN, type Plan, type TradeProblem } from './plan.ts'
import { type Part, splitByCapacity } from './split-by-capacity.ts'

/** Rounding must not push a pool that is traded to its end beyond it. */
const NEARLY = 1 - 1e-9
const WHOLE_UNITS = 8
const MAX_TRIES = 16

interface Dealt {
  plan: Plan
  /** By edge: what entered. */
  entered: ReadonlyMap<number, number>
  /** A token of which more arrives than its pools have room for, and the share they have not. */
  overfull: { token: number; excess: number } | undefined
}

/**
 * Sends the amount the way of the flows, and tells what arrives by the curves. Where the pools of a token have no room for
 * what comes, less is sent there; no plan when the others have none for that either.
 */
export function allocateFlows(problem: TradeProblem, { flows, order }: OrderedFlows): Plan {
  const limits = new Map<number, number>()
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { plan, entered, overfull } = deal(problem, { flows, order }, limits)
    if (!overfull) return plan
    for (const { edge, [problem.side.exit]: exit } of flows) {
      const given = entered.get(edge)
      // The less a pool's price has left to fall, the more its output answers to its input: more and more goes.
      if (exit === overfull.token && given)
        limits.set(edge, given * Math.max(0, 1 - overfull.excess * 2 ** tries))
    }
    if (overfull.token === problem.side.given) break
  }
  return NO_PLAN
}

function deal(
  { network, side, amount, gasPrice }: TradeProblem,
  { flows, order }: OrderedFlows,
  limits: ReadonlyMap<number, number>,
): Dealt {
  const balance = new Float64Array(network.tokens.length)
  balance[side.given] = amount
  const fill = createFill()
  const legs: Leg[] = []
  const entered = new Map<number, number>()
  let gas = 0

  function getFlowCapacity({ edge }: Flow): number {
    const curve = network.edges[edge]?.curve
    const capacity = curve ? side.getRoom(curve) * NEARLY - WHOLE_UNITS : 0
    return Math.max(0, Math.min(capacity, limits.get(edge) ?? capacity))
  }

  for (const token of order) {
    const held = balance[token] as number
    const outgoing = flows.filter((flow) => flow[side.entry] === token)
    if (outgoing.length === 0) continue
    const parts = outgoing.map((flow) => ({
      flow,
      wanted: flow[side.enters],
      most: getFlowCapacity(flow) / held,
    }))
    // Who has most room comes last, for he takes what roundings leave.
    parts.sort((a, b) => getRoom(a) - getRoom(b))
    const shares = splitByCapacity(parts)
    if (!shares) {
      const excess = 1 - parts.reduce((sum, { most }) => sum + most, 0)
      return { plan: NO_PLAN, entered, overfull: { token, excess: Math.max(excess, 1 - NEARLY) } }
    }
    for (const [i, { flow }] of parts.entries()) {
      const curve = network.edges[flow.edge]?.curve
      const share = shares[i] ?? 0
      if (!curve || share === 0) continue
      side.enter(curve, held * share, fill)
      entered.set(flow.edge, fill[side.enters])
      balance[flow[side.exit]] = (balance[flow[side.exit]] as number) + fill[side.leaves]
      gas += curve.gas + curve.segmentGas * fill.crossed
      legs.push({ edge: flow.edge, share })
    }
  }
  const counted = side.sign * (balance[side.counted] as number)
  const plan = legs.length === 0 ? NO_PLAN : { legs, net: counted - gas * gasPrice }
  return { plan, entered, overfull: undefined }
}

function getRoom({ wanted, most }: Part): number {
  return most / wanted
}
