import type { Network, PoolEdge } from '../network/network.ts'
import type { Plan, TradeProblem } from '../network/plan.ts'
import { earningEdges } from '../prices/charged-prices.ts'
import { solveOver } from '../prices/solve-over.ts'
import { allocateFlows } from './allocate-flows.ts'
import { collectFlows, type Flow, type OrderedFlows, orderFlows, pairKey } from './order-flows.ts'
import { orderPurchase } from './order-purchase.ts'

/** Pairs of a contract move each other's prices, so that together they carry less than each would alone. */
const PARTS = [1, 0.8, 0.6, 0.4]

/**
 * Trades with further pairs of a plan's contracts that earn their gas at these prices, and with
 * edges that continue from them. A plan treats each pair as a separate pool, so several plans with
 * decreasing load of these contracts are returned, and running them shows which pays most. Empty if
 * no contract of the plan has another pair. `current`: the edges of the plan. Empty if one pair of
 * each contract cannot trade the whole amount.
 */
export function jointPlans(
  problem: TradeProblem & { maxLegs: number },
  current: readonly number[],
  prices: Float64Array,
): Plan[] {
  const { network, side, amount } = problem
  const kept = current.length > 0 ? withFurtherEdges(problem, current, prices) : earningEdges(problem, prices)
  if (!hasPairs(network, kept)) return []
  const solution = solveOver(problem, kept, prices)
  const scale = (solution.prices[side.given] as number) * amount
  const collected = collectFlows(network, { kept, solution, scale }, pairKey)
  const straight = withoutDetours(network, collected)
  const choices = straight.length < collected.length ? [straight, collected] : [collected]
  return choices.flatMap((chosen) => {
    const largest = chosen.toSorted((a, b) => b.value - a.value).slice(0, problem.maxLegs)
    const ordered = orderFlows(largest, { tokens: network.tokens.length, side })
    return PARTS.flatMap((part) => {
      const plan = allocateFlows(problem, withLess(network, ordered, part))
      const legs = side.type === 'SELL' ? plan.legs : orderPurchase(network, plan.legs, problem.maxLegs)
      return legs && legs.length > 0 && legs.length <= problem.maxLegs ? [{ ...plan, legs }] : []
    })
  })
}

/** Through contracts with several flows, a part of them. */
function withLess(network: Network, { flows, order }: OrderedFlows, part: number): OrderedFlows {
  const reduced = flows.map((flow) =>
    flowsBeside(network, flows, flow).length > 1
      ? { ...flow, input: flow.input * part, output: flow.output * part }
      : flow,
  )
  return { flows: reduced, order }
}

/**
 * Removes flows into a contract of the token that it pays overall, and flows out of the token that
 * it takes. Passing a contract twice costs its fee twice and seldom helps.
 */
function withoutDetours(network: Network, flows: readonly Flow[]): Flow[] {
  return flows.filter((flow) => {
    const own = flowsBeside(network, flows, flow)
    const getValue = (end: 'from' | 'to', token: number) =>
      own.reduce((sum, other) => (other[end] === token ? sum + other.value : sum), 0)
    const isTaken = (token: number) => getValue('from', token) > getValue('to', token)
    return isTaken(flow.from) && !isTaken(flow.to)
  })
}

/** Returns the flows through the same contract, including this one. */
function flowsBeside({ edges }: Network, flows: readonly Flow[], { edge }: Flow): Flow[] {
  return flows.filter((other) => edges[other.edge]?.pool.address === edges[edge]?.pool.address)
}

/** Returns true if several of these edges are pairs of one contract. */
function hasPairs({ edges }: Network, kept: readonly number[]): boolean {
  const legs = kept.flatMap((e) => edges[e] ?? [])
  return new Set(legs.map(pairKey)).size > new Set(legs.map(({ pool }) => pool.address)).size
}

/** Adds further pairs of a plan's contracts that earn, and what leads on from the tokens they reach. */
function withFurtherEdges(
  problem: TradeProblem,
  current: readonly number[],
  prices: Float64Array,
): readonly number[] {
  const { edges } = problem.network
  const legs = current.flatMap((e) => edges[e] ?? [])
  const contracts = new Set(legs.map(({ pool }) => pool.address))
  const traded = new Set(legs.map(pairKey))
  const isFurther = (edge: PoolEdge | undefined) =>
    edge !== undefined && contracts.has(edge.pool.address) && !traded.has(pairKey(edge))
  if (!edges.some(isFurther)) return current

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
  return [...current, ...pairs, ...onward]
}
