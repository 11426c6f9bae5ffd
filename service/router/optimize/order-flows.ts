import type { DualSolution } from './dual.ts'
import type { Network, PoolEdge } from './network.ts'

/** The flow of a solution through one edge. */
export interface Flow {
  edge: number
  from: number
  to: number
  input: number
  output: number
  /** In the numeraire. */
  value: number
}

interface Ends {
  tokens: number
  input: number
  output: number
}

export interface OrderedFlows {
  flows: readonly Flow[]
  /** Tokens in topological order: each is fully gathered before it is sold. */
  order: readonly number[]
}

/** Flows below this share of the trade are ignored. */
const NOISE = 1e-7

interface Collection {
  kept: readonly number[]
  solution: DualSolution
  /** The value of the trade. */
  scale: number
}

/** The flows of a solution over `kept` edges, at most one per contract. */
export function collectFlows(network: Network, collection: Collection): Flow[] {
  return largestFlows(network, collection, ({ pool }) => pool.address)
}

/** The same, at most one per pair of tokens of a contract. */
export function collectPairFlows(network: Network, collection: Collection): Flow[] {
  return largestFlows(network, collection, pairKey)
}

/** Of the two tokens of a contract, in either direction. */
export function pairKey({ pool, from, to }: PoolEdge): string {
  return [pool.address, Math.min(from, to), Math.max(from, to)].join(' ')
}

function largestFlows(
  { edges }: Network,
  { kept, solution, scale }: Collection,
  keyOf: (edge: PoolEdge) => string,
): Flow[] {
  const largest = new Map<string, Flow>()
  kept.forEach((e, i) => {
    const edge = edges[e]
    if (!edge) return
    const { from, to } = edge
    const input = solution.inputs[i] as number
    const output = solution.outputs[i] as number
    const value = input * (solution.prices[from] as number)
    if (!(value > NOISE * scale)) return
    const key = keyOf(edge)
    const other = largest.get(key)
    if (!other || value > other.value) largest.set(key, { edge: e, from, to, input, output, value })
  })
  return [...largest.values()]
}

/** Removes flows in cycles, dead ends and flows without a source, smallest first. */
export function orderFlows(all: readonly Flow[], ends: Ends): OrderedFlows {
  let flows = all
  for (;;) {
    flows = connected(flows, ends)
    const order = gatheringOrder(flows, ends)
    const stuck = flows.filter(({ from }) => !order.includes(from))
    const [first] = stuck
    if (!first) return { flows, order }
    const smallest = stuck.reduce((a, b) => (b.value < a.value ? b : a), first)
    flows = flows.filter((flow) => flow !== smallest)
  }
}

function gatheringOrder(flows: readonly Flow[], { tokens, input }: Ends): number[] {
  const waiting = new Int32Array(tokens)
  for (const { to } of flows) waiting[to] = (waiting[to] as number) + 1
  const order: number[] = []
  const ready = [input]
  for (let token = ready.pop(); token !== undefined; token = ready.pop()) {
    order.push(token)
    for (const { from, to } of flows) {
      if (from !== token) continue
      waiting[to] = (waiting[to] as number) - 1
      if (waiting[to] === 0) ready.push(to)
    }
  }
  return order
}

/** Drops flows whose input is never gathered, or whose output is never sold. */
function connected(all: readonly Flow[], { input, output }: Ends): readonly Flow[] {
  let flows = all
  for (;;) {
    const gathered = new Set([input, ...flows.map(({ to }) => to)])
    const sold = new Set([output, ...flows.map(({ from }) => from)])
    const alive = flows.filter(({ from, to }) => gathered.has(from) && sold.has(to))
    if (alive.length === flows.length) return alive
    flows = alive
  }
}
