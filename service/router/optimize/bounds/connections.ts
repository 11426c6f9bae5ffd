import { type Hop, INPUT, type NetworkEdge, OUTPUT } from '../network/network.ts'
import { BANNED, leastLosses, OPEN, type RouteCosts, USED } from './route-costs.ts'

export interface Connections {
  /** The least loss of a route, which leads from the input to all its gains, and on to the output. */
  loss: number
  /** The part of the loss of each edge that is not counted yet. */
  losses: Float64Array
  /** The part of the gain of each edge that a route without it also loses. */
  gains: Float64Array
  /** The least losses from the input to each token, and from it to the output. */
  before: Float64Array
  after: Float64Array
  /** How many times ways were sought. */
  rounds: number
}

/** Cost of visiting an edge in one round, in edges solved over. */
export const WORK_OF_WAYS = 0.03
/** A share of the loss. Smaller differences are rounding. */
const NOISE = 1e-9

/**
 * A lower bound by dual ascent, as for Steiner trees. Any route with an edge crosses each cut that
 * separates the edge from the input or from the output. Each cut takes a part of the losses of all
 * edges that cross it, so that no loss counts twice. For an optional edge the cuts take at most its
 * gain, which a route without it lacks. `through`: the two tokens that all routes pass.
 */
export function connect(
  edges: readonly Hop[],
  costs: Pick<RouteCosts, 'gains' | 'losses' | 'before' | 'after'>,
  state: Uint8Array,
  through?: Hop,
): Connections {
  const losses = Float64Array.from(costs.losses)
  const gains = Float64Array.from(costs.gains, (gain, e) => {
    if (state[e] === USED) return Number.POSITIVE_INFINITY
    return state[e] === OPEN ? Math.max(0, gain) : 0
  })
  const walk = { edges, state, losses, tokens: costs.before.length }
  const fromInput = () => leastLosses(walk, { start: INPUT, entry: 'from', exit: 'to' })
  const toOutput = () => leastLosses(walk, { start: OUTPUT, entry: 'to', exit: 'from' })

  /** `near`: by token, what lies between it and the end of the cuts; they lie within `width` of that. */
  function take(
    near: Float64Array,
    width: number,
    [inner, outer]: readonly ['from' | 'to', 'from' | 'to'],
  ): void {
    for (let e = 0; e < edges.length; e += 1) {
      if (!((losses[e] as number) > 0)) continue
      const edge = edges[e] as Hop
      const within =
        Math.min(width, near[edge[outer]] as number) - Math.min(width, near[edge[inner]] as number)
      if (within > 0) losses[e] = Math.max(0, (losses[e] as number) - within)
    }
  }

  let loss = 0
  let rounds = 0
  let { before, after } = costs

  /** Counts the ways to an edge and on from it, up to its gain; returns what is left of that. */
  function reach({ from, to }: Hop, gain: number): number {
    let left = gain
    for (const isBefore of [true, false]) {
      const way = (isBefore ? before[from] : after[to]) as number
      const width = Math.min(way, left)
      if (!(width > NOISE * loss)) continue
      loss += width
      if (width === Number.POSITIVE_INFINITY) break
      left -= width
      rounds += 4
      if (isBefore) take(leastLosses(walk, { start: from, entry: 'to', exit: 'from' }), width, ['to', 'from'])
      else take(leastLosses(walk, { start: to, entry: 'from', exit: 'to' }), width, ['from', 'to'])
      before = fromInput()
      after = toOutput()
    }
    return left
  }

  const reachAll = (decision: number) => {
    for (let e = 0; e < edges.length && loss < Number.POSITIVE_INFINITY; e += 1) {
      const gain = gains[e] as number
      if (state[e] === decision && gain > 0) gains[e] = reach(edges[e] as Hop, gain)
    }
  }
  reachAll(USED)
  if (through && loss < Number.POSITIVE_INFINITY) reach(through, Number.POSITIVE_INFINITY)
  reachAll(OPEN)
  // The part of the cheapest path to the output that is not counted yet.
  if (loss < Number.POSITIVE_INFINITY) {
    const way = before[OUTPUT] as number
    loss += way
    if (way > 0 && way < Number.POSITIVE_INFINITY) {
      take(after, way, ['to', 'from'])
      before = fromInput()
      after = toOutput()
      rounds += 2
    }
  }
  return { loss, losses, gains, before, after, rounds }
}

/**
 * The open edges of the paths with the least loss: from the input to the output, and to and from
 * each edge that all routes have.
 */
export function connectingEdges(
  edges: readonly NetworkEdge[],
  costs: RouteCosts,
  state: Uint8Array,
): Set<number> {
  const found = new Set<number>()
  const { losses, before, after } = costs

  function follow(start: number, { end, least, inner, outer }: Way): void {
    const passed = new Set<number>()
    for (let token = start; token !== end && !passed.has(token); ) {
      passed.add(token)
      let lost = Number.POSITIVE_INFINITY
      let best = -1
      for (let e = 0; e < edges.length; e += 1) {
        const edge = edges[e] as NetworkEdge
        if (edge[inner] !== token || state[e] === BANNED || passed.has(edge[outer])) continue
        const whole = (least[edge[outer]] as number) + (losses[e] as number)
        if (!(whole < lost)) continue
        lost = whole
        best = e
      }
      if (best < 0) return
      if (state[best] === OPEN) found.add(best)
      token = (edges[best] as NetworkEdge)[outer]
    }
  }

  const back = { end: INPUT, least: before, inner: 'to', outer: 'from' } as const
  const on = { end: OUTPUT, least: after, inner: 'from', outer: 'to' } as const
  follow(OUTPUT, back)
  for (let e = 0; e < edges.length; e += 1) {
    if (state[e] !== USED) continue
    const { from, to } = edges[e] as NetworkEdge
    follow(from, back)
    follow(to, on)
  }
  return found
}

interface Way {
  end: number
  least: Float64Array
  inner: 'from' | 'to'
  outer: 'from' | 'to'
}
