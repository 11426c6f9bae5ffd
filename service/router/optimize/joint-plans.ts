import { allocateFlows } from './allocate-flows.ts'
import { earningEdges } from './charged-prices.ts'
import { INPUT, OUTPUT, type PoolEdge } from './network.ts'
import { collectPairFlows, orderFlows, pairKey } from './order-flows.ts'
import type { Plan, TradeProblem } from './plan.ts'
import { solveOver } from './solve-over.ts'

/** Pairs of a contract move each other's prices, so that together they carry less than each would alone. */
const PARTS = [1, 0.8, 0.6, 0.4]

/**
 * Sales with further pairs of a plan's contracts that earn their gas at these prices, and with what leads on from them. A
 * plan takes each pair for a pool of its own, so several are made that load these contracts less and less; which pays most
 * is seen when they are run. None where no contract of the plan has another pair. `current`: the edges of the plan.
 */
export function jointPlans(
  problem: TradeProblem & { maxLegs: number },
  current: readonly number[],
  prices: Float64Array,
): Plan[] {
  const { network, side, amount } = problem
  const added = furtherEdges(problem, current, prices)
  if (added.length === 0) return []
  const kept = [...current, ...added]
  const solution = solveOver(problem, kept, prices)
  const scale = (solution.prices[side.given] as number) * amount
  const collected = collectPairFlows(network, { kept, solution, scale })
  const { order, flows } = orderFlows(collected, {
    tokens: network.tokens.length,
    input: INPUT,
    output: OUTPUT,
  })
  const addressOf = (edge: number) => network.edges[edge]?.pool.address
  const isShared = ({ edge }: { edge: number }) =>
    flows.filter((other) => addressOf(other.edge) === addressOf(edge)).length > 1
  return PARTS.map((part) =>
    allocateFlows(problem, {
      flows: flows.map((flow) =>
        isShared(flow) ? { ...flow, input: flow.input * part, output: flow.output * part } : flow,
      ),
      order,
    }),
  ).filter((plan) => plan.legs.length > 0 && plan.legs.length <= problem.maxLegs)
}

/** Edges to add to a plan: further pairs of its contracts that earn, and what leads on from the tokens they reach. */
function furtherEdges(problem: TradeProblem, current: readonly number[], prices: Float64Array): number[] {
  const { edges } = problem.network
  const legs = current.flatMap((e) => edges[e] ?? [])
  const contracts = new Set(legs.map(({ pool }) => pool.address))
  const traded = new Set(legs.map(pairKey))
  const isFurther = (edge: PoolEdge | undefined) =>
    edge !== undefined && contracts.has(edge.pool.address) && !traded.has(pairKey(edge))
  if (!edges.some(isFurther)) return []

  const earning = earningEdges(problem, prices)
  const pairs = earning.filter((e) => isFurther(edges[e]))
  const held = new Set(legs.flatMap(({ from, to }) => [from, to]))
  const ends = pairs.flatMap((e) => edges[e] ?? []).flatMap(({ from, to }) => [from, to])
  const reached = new Set(ends.filter((token) => !held.has(token)))
  const isKnown = (token: number) => held.has(token) || reached.has(token)
  const onward = earning.filter((e) => {
    const { from = -1, to = -1 } = edges[e] ?? {}
    return !isFurther(edges[e]) && (reached.has(from) || reached.has(to)) && isKnown(from) && isKnown(to)
  })
  return pairs.length > 0 ? [...pairs, ...onward] : []
}
