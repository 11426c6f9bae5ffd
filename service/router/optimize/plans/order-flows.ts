import { type Hop, INPUT, type Network, OUTPUT, type PoolEdge } from '../network/network.ts'
import type { Side } from '../network/side.ts'
import type { DualSolution } from '../prices/dual.ts'

/** Names what two flows of a plan may not share. */
export type KeyOf = (edge: PoolEdge) => string

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

interface Trade {
  /** How many the network has. */
  tokens: number
  side: Pick<Side, 'type'>
}

export interface OrderedFlows {
  flows: readonly Flow[]
  /**
   * Tokens in topological order. A sale gathers a token fully before selling it, and a purchase
   * needs it fully before buying it.
   */
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

export const contractKey: KeyOf = ({ pool }) => pool.address

/** The two tokens of a contract, in either direction. */
export const pairKey: KeyOf = ({ pool, from, to }) =>
  [pool.address, Math.min(from, to), Math.max(from, to)].join(' ')

/** The flows of a solution over `kept` edges: the largest one of each key. */
export function collectFlows(
  { edges }: Network,
  { kept, solution, scale }: Collection,
  keyOf: KeyOf = contractKey,
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
export function orderFlows(all: readonly Flow[], { tokens, side }: Trade): OrderedFlows {
  let flows = all
  for (;;) {
    flows = connected(flows)
    const order = gatheringOrder(flows, tokens)
    const stuck = flows.filter(({ from }) => !order.includes(from))
    const [first] = stuck
    if (!first) return { flows, order: side.type === 'SELL' ? order : order.toReversed() }
    const smallest = stuck.reduce((a, b) => (b.value < a.value ? b : a), first)
    flows = flows.filter((flow) => flow !== smallest)
  }
}

/** Returns whether a hop closes no circle with other hops. */
export function canFollow(hops: readonly Hop[], { from, to }: Hop): boolean {
  return !spreadFrom(to, hops, { start: 'from', end: 'to' }).has(from)
}

/** Returns the edges on ways from the input to the output. Prices of dead ends fall or rise without end. */
export function withoutDeadEnds({ edges }: Network, kept: readonly number[]): number[] {
  const hops = kept.map((e) => edges[e] as PoolEdge)
  const reached = spreadFrom(INPUT, hops, { start: 'from', end: 'to' })
  const leading = spreadFrom(OUTPUT, hops, { start: 'to', end: 'from' })
  return kept.filter((_, i) => {
    const { from, to } = hops[i] as PoolEdge
    return reached.has(from) && leading.has(to)
  })
}

interface Direction {
  start: 'from' | 'to'
  end: 'from' | 'to'
}

function spreadFrom(token: number, hops: readonly Hop[], { start, end }: Direction): ReadonlySet<number> {
  const reached = new Set([token])
  for (const one of reached) for (const hop of hops) if (hop[start] === one) reached.add(hop[end])
  return reached
}

/** Returns the tokens after all tokens that buy them; none of a circle. */
export function gatheringOrder(flows: readonly Hop[], tokens: number): number[] {
  const waiting = new Int32Array(tokens)
  for (const { to } of flows) waiting[to] = (waiting[to] as number) + 1
  const order: number[] = []
  const ready = [INPUT]
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
function connected(all: readonly Flow[]): readonly Flow[] {
  let flows = all
  for (;;) {
    const gathered = new Set([INPUT, ...flows.map(({ to }) => to)])
    const sold = new Set([OUTPUT, ...flows.map(({ from }) => from)])
    const alive = flows.filter(({ from, to }) => gathered.has(from) && sold.has(to))
    if (alive.length === flows.length) return alive
    flows = alive
  }
}
