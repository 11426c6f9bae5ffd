import type { Address } from '../../wire/lib/address.ts'
import type { LiquidityModule } from '../../wire/router.ts'

/** One way from the input to the output through the same tokens. */
export interface RoutePath {
  /**
   * Basis points of the trade. Undefined if the service does not report them. All paths add up to
   * at most 10,000.
   */
  shareBps: number | undefined
  hops: readonly RouteHop[]
}

/** A step from one token to the next over one or more sources. */
export interface RouteHop {
  from: Address
  to: Address
  /** The largest first. Their shares of the hop in basis points add up to 10,000. */
  sources: readonly { name: string; shareBps: number }[]
}

interface Edge {
  from: Address
  to: Address
  /** The share that no path has taken yet. */
  leftBps: number
  sources: Map<string, number>
}

const WHOLE_BPS = 10_000
/** A smaller remainder is a rounding error of splits and not a path. */
const DUST_BPS = 2
/** Further modules of a route are not drawn. */
const MAX_MODULES = 200

/**
 * Derives the paths of a route, the largest share first. Merges pools between the same tokens, and
 * follows the flow through each pair of tokens from input to output. Ignores modules without a
 * path.
 */
export function toRoutePaths(modules: readonly LiquidityModule[]): RoutePath[] {
  const edges = toEdges(modules.slice(0, MAX_MODULES))
  const isKnown = modules.some(({ portionBps }) => portionBps > 0)
  const paths = new Map<string, { shareBps: number; edges: Edge[] }>()
  for (let path = takePath(edges); path; path = takePath(edges)) {
    const key = path.edges.map(({ from, to }) => `${from}-${to}`.toLowerCase()).join()
    paths.set(key, { ...path, shareBps: (paths.get(key)?.shareBps ?? 0) + path.shareBps })
  }
  const found = [...paths.values()].sort((a, b) => b.shareBps - a.shareBps)
  const total = found.reduce((sum, { shareBps }) => sum + shareBps, 0)
  const shares = total > WHOLE_BPS ? toShares(found.map(({ shareBps }) => shareBps)) : undefined
  return found.map((path, index) => ({
    shareBps: isKnown ? (shares?.[index] ?? path.shareBps) : undefined,
    hops: path.edges.map(toHop),
  }))
}

function toEdges(modules: readonly LiquidityModule[]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const { path, name, portionBps } of modules) {
    for (const [index, to] of path.entries()) {
      const from = path[index - 1]
      if (!from) continue
      const key = `${from}-${to}`.toLowerCase()
      const edge = edges.get(key) ?? { from, to, leftBps: 0, sources: new Map<string, number>() }
      // A module without a reported share still belongs to a path.
      const weight = portionBps > 0 ? portionBps : 1
      edge.leftBps += weight
      edge.sources.set(name, (edge.sources.get(name) ?? 0) + weight)
      edges.set(key, edge)
    }
  }
  return [...edges.values()]
}

/**
 * Follows the widest edges from a token without incoming edges, and subtracts the flow through all
 * of them.
 */
function takePath(edges: readonly Edge[]): { shareBps: number; edges: Edge[] } | undefined {
  const open = edges.filter(({ leftBps }) => leftBps > 0)
  const leadsTo = (token: Address) => edges.some(({ to }) => isSame(to, token))
  const taken: Edge[] = []
  let next = widest(open.filter(({ from }) => !leadsTo(from)))
  while (next) {
    taken.push(next)
    const { to } = next
    // Stops at a cycle.
    if (taken.some(({ from }) => isSame(from, to))) break
    next = widest(open.filter(({ from }) => isSame(from, to)))
  }
  if (taken.length === 0) return undefined
  const shareBps = Math.min(...taken.map(({ leftBps }) => leftBps))
  for (const edge of taken) {
    edge.leftBps -= shareBps
    if (edge.leftBps < DUST_BPS && shareBps >= DUST_BPS) edge.leftBps = 0
  }
  return { shareBps, edges: taken }
}

function widest(edges: readonly Edge[]): Edge | undefined {
  return [...edges].sort((a, b) => b.leftBps - a.leftBps)[0]
}

function toHop({ from, to, sources }: Edge): RouteHop {
  const sorted = [...sources].sort(([, a], [, b]) => b - a)
  const shares = toShares(sorted.map(([, weight]) => weight))
  return { from, to, sources: sorted.map(([name], index) => ({ name, shareBps: shares[index] ?? 0 })) }
}

/** Returns basis points that add up to 10,000. The first share takes the rounding remainder. */
function toShares(weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => Math.floor((weight * WHOLE_BPS) / total))
  const rest = WHOLE_BPS - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, index) => (index === 0 ? share + rest : share))
}

function isSame(a: Address, b: Address): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
