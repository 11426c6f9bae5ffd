import { capacityOf, createFill, sellInto } from '../../modules/curve.ts'
import { INPUT, OUTPUT } from './network.ts'
import type { Flow, OrderedFlows } from './order-flows.ts'
import { type Leg, NO_PLAN, type Plan, type SellProblem } from './plan.ts'
import { type Part, shareOut } from './share-out.ts'

/** Rounding must not push a pool that is sold to its end beyond it. */
const NEARLY = 1 - 1e-9
const WHOLE_UNITS = 8
const MAX_TRIES = 16

interface Dealt {
  plan: Plan
  /** By edge: what it was given. */
  inputs: ReadonlyMap<number, number>
  /** A token of which more arrives than its pools can take, and the share they cannot. */
  overfull: { token: number; excess: number } | undefined
}

/**
 * Sends the amount the way of the flows, and tells what arrives by the curves. Where the pools of a token cannot take what
 * comes, less is sent there; no plan when the others cannot take that either.
 */
export function dealFlows(problem: SellProblem, { flows, order }: OrderedFlows): Plan {
  const limits = new Map<number, number>()
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const { plan, inputs, overfull } = deal(problem, { flows, order }, limits)
    if (!overfull) return plan
    for (const { edge, to } of flows) {
      const given = inputs.get(edge)
      // The less a pool's price has left to fall, the more its output answers to its input: more and more goes.
      if (to === overfull.token && given)
        limits.set(edge, given * Math.max(0, 1 - overfull.excess * 2 ** tries))
    }
    if (overfull.token === INPUT) break
  }
  return NO_PLAN
}

function deal(
  { network, amount, gasPrice }: SellProblem,
  { flows, order }: OrderedFlows,
  limits: ReadonlyMap<number, number>,
): Dealt {
  const balance = new Float64Array(network.tokens.length)
  balance[INPUT] = amount
  const fill = createFill()
  const legs: Leg[] = []
  const inputs = new Map<number, number>()
  let gas = 0

  function mostOf({ edge }: Flow): number {
    const curve = network.edges[edge]?.curve
    const capacity = curve ? capacityOf(curve) * NEARLY - WHOLE_UNITS : 0
    return Math.max(0, Math.min(capacity, limits.get(edge) ?? capacity))
  }

  for (const token of order) {
    const held = balance[token] as number
    const outgoing = flows.filter(({ from }) => from === token)
    if (outgoing.length === 0) continue
    const parts = outgoing.map((flow) => ({ flow, wanted: flow.amount, most: mostOf(flow) / held }))
    // Who has most room comes last, for he takes what roundings leave.
    parts.sort((a, b) => roomOf(a) - roomOf(b))
    const shares = shareOut(parts)
    if (!shares) {
      const excess = 1 - parts.reduce((sum, { most }) => sum + most, 0)
      return { plan: NO_PLAN, inputs, overfull: { token, excess: Math.max(excess, 1 - NEARLY) } }
    }
    for (const [i, { flow }] of parts.entries()) {
      const curve = network.edges[flow.edge]?.curve
      const share = shares[i] ?? 0
      if (!curve || share === 0) continue
      sellInto(curve, held * share, fill)
      inputs.set(flow.edge, fill.input)
      balance[flow.to] = (balance[flow.to] as number) + fill.output
      gas += curve.gas + curve.segmentGas * fill.crossed
      legs.push({ edge: flow.edge, share })
    }
  }
  const gross = balance[OUTPUT] as number
  const plan = legs.length === 0 ? NO_PLAN : { legs, gross, net: gross - gas * gasPrice }
  return { plan, inputs, overfull: undefined }
}

function roomOf({ wanted, most }: Part): number {
  return most / wanted
}
