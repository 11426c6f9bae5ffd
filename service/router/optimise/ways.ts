import { type DualSolution, solveDual } from './dual.ts'
import { INPUT, type Network, type NetworkEdge, OUTPUT } from './network.ts'
import type { OrderedFlows } from './order-flows.ts'
import { spotCosts } from './spot-values.ts'

/** A path from the input to the output, by its edges. Ways that buy share no pool. */
export type Way = readonly number[]

interface Reached {
  /** The least of the flows on the way. */
  width: number
  way: Way
}

/**
 * The way that most of the flow can take, for the pools it takes away from others; undefined when nothing arrives. With a
 * `thrift` of 0 pools are free, with 1 a way of two pools must carry twice as much as a way of one.
 */
export function widestWay({ flows, order }: OrderedFlows, thrift = 0): Way | undefined {
  const worth = ({ width, way }: Reached) => width / way.length ** thrift
  const reached = new Map<number, Reached>([[INPUT, { width: Number.POSITIVE_INFINITY, way: [] }]])
  for (const token of order) {
    const here = reached.get(token)
    if (!here) continue
    for (const { edge, from, to, value } of flows) {
      if (from !== token) continue
      const other = reached.get(to)
      const next = { width: Math.min(here.width, value), way: [...here.way, edge] }
      if (!other || worth(next) > worth(other)) reached.set(to, next)
    }
  }
  return reached.get(OUTPUT)?.way
}

export interface FilledWays {
  /** By way: what it buys, of all. */
  shares: readonly number[]
  /** Of the output at the margin, in the input. */
  price: number
}

/** How ways buy an amount together for least: each with tokens of its own in between, for none can lend to another. */
export function fillWays(network: Network, ways: readonly Way[], amountOut: number): FilledWays {
  let tokens = 2
  const edges = ways.flatMap((way): NetworkEdge[] =>
    way.flatMap((e, i) => {
      const curve = network.edges[e]?.curve
      if (!curve) return []
      const isLast = i === way.length - 1
      const from = i === 0 ? INPUT : tokens - 1
      if (!isLast) tokens += 1
      return [{ from, to: isLast ? OUTPUT : tokens - 1, curve }]
    }),
  )
  const solution = solveDual({
    edges,
    numeraire: INPUT,
    supply: { token: OUTPUT, amount: -amountOut },
    prices: spotCosts(edges, { tokens, source: INPUT }),
  })
  const bought = lastOutputs(edges, solution)
  const total = bought.reduce((sum, amount) => sum + amount, 0)
  return { shares: bought.map((amount) => amount / total), price: solution.prices[OUTPUT] as number }
}

function lastOutputs(edges: readonly NetworkEdge[], { outputs }: DualSolution): number[] {
  return edges.flatMap(({ to }, e) => (to === OUTPUT ? [outputs[e] as number] : []))
}
