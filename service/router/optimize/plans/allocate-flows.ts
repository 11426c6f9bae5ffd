import { createFill, getTradeGas } from '../../../modules/core/curve.ts'
import { type Leg, NO_PLAN, type Plan, type TradeProblem } from '../network/plan.ts'
import type { Flow, OrderedFlows } from './order-flows.ts'
import { type Demand, splitByCapacity } from './split-by-capacity.ts'

/**
 * A margin below the capacity of a pool, because earlier pools pay exact amounts instead of the
 * amounts of their curves.
 */
const NEARLY = 1 - 2e-6
const WHOLE_UNITS = 8
const MAX_TRIES = 16

interface Allocation {
  plan: Plan
  /** The amount that entered each edge. */
  entered: ReadonlyMap<number, number>
  /** A token of which more arrives than its pools can take, and the excess share. */
  overfull: { token: number; excess: number } | undefined
}

/**
 * Allocates the amount in proportion to the flows, and computes the output by the curves. Pools
 * with too little capacity receive less. Without a plan if the other pools cannot take the rest.
 */
export function allocateFlows(problem: TradeProblem, { flows, order }: OrderedFlows): Plan {
  const limits = new Map<number, number>()
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { plan, entered, overfull } = allocateOnce(problem, { flows, order }, limits)
    if (!overfull) return plan
    for (const { edge, [problem.side.exit]: exit } of flows) {
      const given = entered.get(edge)
      // Near its end a pool's output depends more on its input, so the cut doubles with each try.
      if (exit === overfull.token && given)
        limits.set(edge, given * Math.max(0, 1 - overfull.excess * 2 ** tries))
    }
    if (overfull.token === problem.side.given) break
  }
  return NO_PLAN
}

function allocateOnce(
  { network, side, amount, gasPrice }: TradeProblem,
  { flows, order }: OrderedFlows,
  limits: ReadonlyMap<number, number>,
): Allocation {
  const balance = new Float64Array(network.tokens.length)
  balance[side.given] = amount
  const fill = createFill()
  const legs: Leg[] = []
  const entered = new Map<number, number>()
  let gas = 0

  function getFlowCapacity({ edge }: Flow): number {
    const curve = network.edges[edge]?.curve
    const capacity = curve ? side.maxEntry(curve) * NEARLY - WHOLE_UNITS : 0
    return Math.max(0, Math.min(capacity, limits.get(edge) ?? capacity))
  }

  for (const token of order) {
    const held = balance[token] as number
    const outgoing = flows.filter((flow) => flow[side.entry] === token)
    // Where all that makes a token is full, none of it is held.
    if (outgoing.length === 0 || held === 0) continue
    const parts = outgoing.map((flow) => ({
      flow,
      wanted: flow[side.enters],
      max: getFlowCapacity(flow) / held,
    }))
    // The part with the max capacity comes last, because it takes the rounding remainder.
    parts.sort((a, b) => getSlack(a) - getSlack(b))
    const shares = splitByCapacity(parts)
    if (!shares) {
      const excess = 1 - parts.reduce((sum, { max }) => sum + max, 0)
      return { plan: NO_PLAN, entered, overfull: { token, excess: Math.max(excess, 1 - NEARLY) } }
    }
    for (const [i, { flow }] of parts.entries()) {
      const curve = network.edges[flow.edge]?.curve
      const share = shares[i] ?? 0
      if (!curve || share === 0) continue
      const rest = shares.slice(i + 1).reduce((sum, later) => sum + later, 0)
      side.enter(curve, held * share, fill)
      entered.set(flow.edge, fill[side.enters])
      balance[flow[side.exit]] = (balance[flow[side.exit]] as number) + fill[side.leaves]
      gas += getTradeGas(curve, fill)
      legs.push({ edge: flow.edge, share, rest })
    }
  }
  const counted = side.sign * (balance[side.counted] as number)
  const plan = legs.length === 0 ? NO_PLAN : { legs, net: counted - gas * gasPrice }
  return { plan, entered, overfull: undefined }
}

function getSlack({ wanted, max }: Demand): number {
  return max / wanted
}
