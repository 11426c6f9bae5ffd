import { priceAtStart } from '../../modules/core/curve.ts'
import type { NetworkEdge } from './network.ts'

const HOPS = 3

/** Marginal value of each token in another, by the best path of a few pools; 0 without a path. */
export function spotValues(
  edges: readonly NetworkEdge[],
  { tokens, target }: { tokens: number; target: number },
): Float64Array {
  const values = new Float64Array(tokens)
  values[target] = 1
  for (let hop = 0; hop < tokens; hop += 1) {
    const before = values.slice()
    for (const { from, to, curve } of edges) {
      // Beyond the usual number of hops only unreached tokens are valued: cycles could raise the others without end.
      if (from === target || (hop >= HOPS && (before[from] as number) > 0)) continue
      const through = (before[to] as number) * priceAtStart(curve)
      if (through > (values[from] as number)) values[from] = through
    }
    if (hop >= HOPS && values.every((value, k) => value === before[k])) break
  }
  return values
}

/** Marginal cost of each token in another, by the best path of a few pools; 0 without a path. */
export function spotCosts(
  edges: readonly NetworkEdge[],
  { tokens, source }: { tokens: number; source: number },
): Float64Array {
  const reversed = edges.map(({ from, to, curve }) => ({ from: to, to: from, curve }))
  return spotValues(reversed, { tokens, target: source }).map((value) => (value > 0 ? 1 / value : 0))
}
