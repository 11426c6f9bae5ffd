import { createFill } from '../../../modules/core/curve.ts'
import { getProfit } from '../network/bound.ts'
import type { PoolEdge } from '../network/network.ts'
import type { TradeProblem } from '../network/plan.ts'
import { settlePrices } from '../prices/settle-prices.ts'
import type { Candidate } from './candidate.ts'
import { canFollow, type KeyOf } from './order-flows.ts'

/** Edges tried one by one once no bundle helps. */
const MAX_CONFLICTS = 8
/** Gains below this share of the trade are rounding. */
const NOISE = 1e-9
/** Relative precision of prices that only rank the edges to try. */
const PRECISION = 1e-3
/** Cost of looking at an edge, in edges solved over. */
const WORK_OF_LOOK = 0.2

export interface Improvement {
  /** Names the resource that two edges of a plan may not share. */
  keyOf: KeyOf
  planOver: (kept: readonly number[], keyOf: KeyOf) => Candidate
  spend: (edges: number) => void
  isExpired: () => boolean
}

/**
 * Improves a plan whose solution had circles or shared contracts cut away. The plan is optimal for
 * its own edges, but further edges may add output. First adds every edge that fits, and then
 * replaces edges with conflicting ones.
 */
export function improvePlan(problem: TradeProblem, first: Candidate, tools: Improvement): Candidate {
  let best = first
  while (best.plan.legs.length > 0 && !tools.isExpired()) {
    const next = improveOnce(problem, best, tools)
    if (!next) break
    best = next
  }
  return best
}

function improveOnce(problem: TradeProblem, best: Candidate, tools: Improvement): Candidate | undefined {
  const { plan, prices } = best
  const { network, side, amount } = problem
  const current = plan.legs.map(({ edge }) => edge)
  const least = NOISE * (prices[side.given] as number) * amount
  const earning = earningEdges(problem, { current, prices, least })
  tools.spend(network.edges.length * WORK_OF_LOOK)
  const { added, conflicting } = fitBeside(problem, current, { earning, keyOf: tools.keyOf })
  const isBetter = (other: Candidate) => other.plan.net > plan.net + least
  if (added.length > 0) {
    const next = tools.planOver([...current, ...added], tools.keyOf)
    if (isBetter(next)) return next
    const [only] = added
    if (added.length > 1 && only !== undefined) {
      const single = tools.planOver([...current, only], tools.keyOf)
      if (isBetter(single)) return single
    }
  }
  for (const edge of conflicting.slice(0, MAX_CONFLICTS)) {
    for (const room of roomsFor(problem, current, { edge, keyOf: tools.keyOf })) {
      if (tools.isExpired()) return undefined
      const start = [...room, edge]
      const others = earning.filter((e) => e !== edge)
      const fitting = fitBeside(problem, start, { earning: others, keyOf: tools.keyOf }).added
      const next = tools.planOver([...start, ...fitting], tools.keyOf)
      if (isBetter(next)) return next
    }
  }
  return undefined
}

/** The edges outside the plan that earn at its prices, the best first. */
function earningEdges(
  { network, gasPrice }: TradeProblem,
  { current, prices, least }: { current: readonly number[]; prices: Float64Array; least: number },
): number[] {
  const used = new Set(current)
  const held = new Set(current.flatMap((e) => network.edges[e] ?? []).flatMap(({ from, to }) => [from, to]))
  const known = prices.map((price, token) => (held.has(token) ? price : 0))
  const settled = settlePrices(network.edges, {
    ...{ known, tokens: network.tokens.length, gasPrice },
    precision: PRECISION,
  })
  const fill = createFill()
  const found: { edge: number; earns: number }[] = []
  network.edges.forEach((edge, e) => {
    if (used.has(e) || settled[edge.from] === 0 || settled[edge.to] === 0) return
    const earns = getProfit(edge, settled, fill) - edge.curve.gas * gasPrice
    if (earns > least) found.push({ edge: e, earns })
  })
  return found.sort((a, b) => b.earns - a.earns).map(({ edge }) => edge)
}

interface Beside {
  earning: readonly number[]
  keyOf: KeyOf
}

/** Splits edges into a set that fits beside a plan as a whole, and conflicting edges. */
function fitBeside(
  { network }: TradeProblem,
  current: readonly number[],
  { earning, keyOf }: Beside,
): { added: number[]; conflicting: number[] } {
  const edges = current.flatMap((e) => network.edges[e] ?? [])
  const keys = new Set(edges.map(keyOf))
  const added: number[] = []
  const conflicting: number[] = []
  for (const e of earning) {
    const edge = network.edges[e] as PoolEdge
    if (keys.has(keyOf(edge)) || !canFollow(edges, edge)) conflicting.push(e)
    else {
      added.push(e)
      edges.push(edge)
      keys.add(keyOf(edge))
    }
  }
  return { added, conflicting }
}

/**
 * Yields the edges of a plan beside which another edge can be executed. If that edge closes a
 * circle, either the token it buys is sold later, or the token it sells is bought earlier.
 */
function* roomsFor(
  { network }: TradeProblem,
  current: readonly number[],
  { edge, keyOf }: { edge: number; keyOf: KeyOf },
): Generator<readonly number[]> {
  const added = network.edges[edge] as PoolEdge
  const room = current.filter((e) => keyOf(network.edges[e] as PoolEdge) !== keyOf(added))
  const hops = room.flatMap((e) => network.edges[e] ?? [])
  if (canFollow(hops, added)) {
    yield room
    return
  }
  const isCut = (cut: (hop: PoolEdge) => boolean) => room.filter((e) => !cut(network.edges[e] as PoolEdge))
  yield isCut(({ from, to }) => from === added.to && !canFollow(hops, { from: added.from, to }))
  yield isCut(({ from, to }) => to === added.from && !canFollow(hops, { from, to: added.to }))
}
