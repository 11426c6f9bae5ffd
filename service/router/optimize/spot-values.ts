import { priceAtStart } from '../../modules/core/curve.ts'
import type { NetworkEdge } from './network.ts'

const HOPS = 3

/** What a vanishing amount of each token is worth in another, by the best way of a few pools; 0 where none leads there. */
export function spotValues(
  edges: readonly NetworkEdge[],
  { tokens, target }: { tokens: number; target: number },
): Float64Array {
  const values = new Float64Array(tokens)
  values[target] = 1
  for (let hop = 0; hop < tokens; hop += 1) {
    const before = values.slice()
    for (const { from, to, curve } of edges) {
      // Past the usual number of hops only what was out of reach is valued: circles could raise the rest for ever.
      if (from === target || (hop >= HOPS && (before[from] as number) > 0)) continue
      const through = (before[to] as number) * priceAtStart(curve)
      if (through > (values[from] as number)) values[from] = through
    }
    if (hop >= HOPS && values.every((value, k) => value === before[k])) break
  }
  return values
}

/** What a vanishing amount of each token costs in another, by the best way of a few pools; 0 where none leads there. */
export function spotCosts(
  edges: readonly NetworkEdge[],
  { tokens, source }: { tokens: number; source: number },
): Float64Array {
  const reversed = edges.map(({ from, to, curve }) => ({ from: to, to: from, curve }))
  return spotValues(reversed, { tokens, target: source }).map((value) => (value > 0 ? 1 / value : 0))
}
