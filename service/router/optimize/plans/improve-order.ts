import { createFill } from '../../../modules/core/curve.ts'
import { getProfit } from '../network/bound.ts'
import { INPUT, OUTPUT } from '../network/network.ts'
import type { TradeProblem } from '../network/plan.ts'
import { settlePrices } from '../prices/settle-prices.ts'
import { solveOver } from '../prices/solve-over.ts'
import type { Candidate } from './candidate.ts'
import { climb } from './climb.ts'
import { planWithoutCuts } from './executable-plan.ts'
import { contractKey, gatheringOrder } from './order-flows.ts'

/** Maximum work of a search, in edges solved over. */
const MAX_WORK = 12_000
/** Moves tried from one order of the tokens. */
const MAX_MOVES = 12
/** Gains below this share of the trade are rounding. */
const NOISE = 1e-9
/** Relative precision of prices that only rank the moves. */
const PRECISION = 1e-3

type Order = readonly number[]

interface OrderedCandidate {
  candidate: Candidate
  order: Order
}

interface Tools {
  planOver: (order: Order, near: Float64Array) => Candidate
  isExpired: () => boolean
}

/**
 * Improves a plan by the order of its tokens. Within one order no flow closes a circle, so that one
 * convex problem finds the best flows. Moves one token at a time, and starts again from orders with
 * one or two tokens at the ends.
 */
export function improveOrder(problem: TradeProblem, first: Candidate, isLate: () => boolean): Candidate {
  if (first.plan.legs.length === 0) return first
  let work = 0
  const spend = (edges: number) => {
    work += edges
  }
  const tools: Tools = {
    isExpired: () => work >= MAX_WORK || isLate(),
    planOver(order, near) {
      const kept = edgesWithin(problem, order)
      spend(kept.length)
      return planWithoutCuts(problem, kept, {
        free: solveOver(problem, kept, near),
        keyOf: contractKey,
        spend,
      })
    },
  }
  const move = (best: OrderedCandidate) => moveOne(problem, best, tools)
  let best = climb(reordered(problem, first, tools), move)
  const tried = new Set<string>()
  for (let kicked = nextKick(problem, best, tried); kicked; kicked = nextKick(problem, best, tried)) {
    if (tools.isExpired()) break
    const start = { order: kicked, candidate: tools.planOver(kicked, best.candidate.prices) }
    const next = climb(start, move)
    if (isBetter(problem, next.candidate, best.candidate)) best = next
  }
  return isBetter(problem, best.candidate, first) ? best.candidate : first
}

/** Returns the first better order with one token moved. */
function moveOne(
  problem: TradeProblem,
  { candidate, order }: OrderedCandidate,
  { planOver, isExpired }: Tools,
): OrderedCandidate | undefined {
  if (candidate.plan.legs.length === 0) return undefined
  const prices = settledPrices(problem, candidate)
  for (const moved of rankMoves(order, pairGains(problem, prices)).slice(0, MAX_MOVES)) {
    if (isExpired()) return undefined
    const next = planOver(moved, prices)
    if (isBetter(problem, next, candidate)) return { candidate: next, order: moved }
  }
  return undefined
}

function isBetter({ side, amount }: TradeProblem, a: Candidate, b: Candidate): boolean {
  return a.plan.net > b.plan.net + NOISE * (b.prices[side.given] as number) * amount
}

/** Returns the order with one or two tokens of the plan moved to the ends, if it was not tried yet. */
function nextKick(
  { network }: TradeProblem,
  { candidate: { plan }, order }: OrderedCandidate,
  tried: Set<string>,
): Order | undefined {
  const held = new Set(plan.legs.flatMap(({ edge }) => network.edges[edge]?.from ?? []))
  const inner = order.filter((token) => token > OUTPUT && held.has(token))
  const single = inner.flatMap((token) => [[token], [undefined, token]])
  const pairs = inner.flatMap((one) => inner.flatMap((other) => (other === one ? [] : [[one, other]])))
  for (const [first, last] of [...single, ...pairs]) {
    const from = first === undefined ? order : moveTo(order, first, 1)
    const moved = last === undefined ? from : moveTo(from, last, order.length - 2)
    const key = moved.join(' ')
    if (tried.has(key)) continue
    tried.add(key)
    return moved
  }
  return undefined
}

function edgesWithin({ network: { tokens, edges } }: TradeProblem, order: Order): number[] {
  const place = new Int32Array(tokens.length)
  for (const [i, token] of order.entries()) place[token] = i
  return edges.flatMap(({ from, to }, e) => ((place[from] as number) < (place[to] as number) ? [e] : []))
}

/** Returns the prices of a plan, with settled prices for the tokens that it does not hold. */
function settledPrices({ network, gasPrice }: TradeProblem, { plan, prices }: Candidate): Float64Array {
  const legs = plan.legs.flatMap(({ edge }) => network.edges[edge] ?? [])
  const held = new Set(legs.flatMap(({ from, to }) => [from, to]))
  const known = prices.map((price, token) => (held.has(token) ? price : 0))
  return settlePrices(network.edges, {
    ...{ known, tokens: network.tokens.length, gasPrice },
    precision: PRECISION,
  })
}

/** The profits at these prices of the pools from one token to another. */
type PairGains = (from: number, to: number) => number

/**
 * Returns the gains of all pairs. At any prices, an order nets at most the value of the trade plus
 * the gains of its pairs (weak duality), so a move that adds no gain improves nothing.
 */
function pairGains({ network: { tokens, edges } }: TradeProblem, prices: Float64Array): PairGains {
  const gains = new Float64Array(tokens.length ** 2)
  const fill = createFill()
  for (const edge of edges) {
    const at = edge.from * tokens.length + edge.to
    gains[at] = (gains[at] as number) + getProfit(edge, prices, fill)
  }
  return (from, to) => gains[from * tokens.length + to] as number
}

/** Returns the orders with one token moved, sorted by their possible gain, the largest first. */
function rankMoves(order: Order, gainOf: PairGains): Order[] {
  const found: { order: Order; gain: number }[] = []
  for (const [i, token] of order.entries()) {
    if (token === INPUT || token === OUTPUT) continue
    for (const step of [1, -1]) {
      let gain = 0
      let best = { gain: 0, place: i }
      for (let j = i + step; j > 0 && j < order.length - 1; j += step) {
        const passed = order[j] as number
        gain += step * (gainOf(passed, token) - gainOf(token, passed))
        if (gain > best.gain) best = { gain, place: j }
      }
      if (best.gain > 0) found.push({ gain: best.gain, order: moveTo(order, token, best.place) })
    }
  }
  return found.sort((a, b) => b.gain - a.gain).map((move) => move.order)
}

function moveTo(order: Order, token: number, place: number): Order {
  return order.filter((other) => other !== token).toSpliced(place, 0, token)
}

/** Plans again over the order of a plan, with the other tokens inserted where their pools gain most. */
function reordered(problem: TradeProblem, candidate: Candidate, { planOver }: Tools): OrderedCandidate {
  const { network } = problem
  const hops = candidate.plan.legs.flatMap(({ edge }) => network.edges[edge] ?? [])
  const held = gatheringOrder(hops, network.tokens.length).filter((token) => token !== OUTPUT)
  const gainOf = pairGains(problem, settledPrices(problem, candidate))
  let order: Order = [...held, OUTPUT]
  for (const token of network.tokens.keys()) {
    if (!order.includes(token)) order = order.toSpliced(bestPlace(order, token, gainOf), 0, token)
  }
  const next = planOver(order, candidate.prices)
  return { candidate: isBetter(problem, next, candidate) ? next : candidate, order }
}

function bestPlace(order: Order, token: number, gainOf: PairGains): number {
  let gain = 0
  let best = { gain: Number.NEGATIVE_INFINITY, place: 1 }
  for (const [i, passed] of order.slice(0, -1).entries()) {
    gain += gainOf(passed, token) - gainOf(token, passed)
    if (gain > best.gain) best = { gain, place: i + 1 }
  }
  return best.place
}
