import type { NetworkEdge } from './network.ts'

const HOPS = 3

/** Marginal value of each token in another, by the best path of a few pools; 0 without a path. */
export function spotValues(
  edges: readonly NetworkEdge[],
  { tokens, target }: { tokens: number; target: number },
): Float64Array {
  return spread(edges, { tokens, target, start: 'from', end: 'to' })
}

/** Marginal cost of each token in another, by the best path of a few pools; 0 without a path. */
export function spotCosts(
  edges: readonly NetworkEdge[],
  { tokens, source }: { tokens: number; source: number },
): Float64Array {
  const values = spread(edges, { tokens, target: source, start: 'to', end: 'from' })
  return values.map((value) => (value > 0 ? 1 / value : 0))
}

interface Spread {
  tokens: number
  target: number
  /** The ends of an edge on the path to the target. */
  start: 'from' | 'to'
  end: 'from' | 'to'
}

function spread(edges: readonly NetworkEdge[], { tokens, target, start, end }: Spread): Float64Array {
  const values = new Float64Array(tokens)
  values[target] = 1
  const before = new Float64Array(tokens)
  for (let hop = 0; hop < tokens; hop += 1) {
    before.set(values)
    let isChanged = false
    for (const edge of edges) {
      const from = edge[start]
      // Beyond the usual number of hops only unreached tokens are valued: cycles could raise the others without end.
      if (from === target || (hop >= HOPS && (before[from] as number) > 0)) continue
      const reached = before[edge[end]] as number
      if (reached === 0) continue
      const through = reached * edge.curve.startPrice
      if (!(through > (values[from] as number))) continue
      values[from] = through
      isChanged = true
    }
    if (!isChanged) break
  }
  return values
}
