import { createFill, type Fill, getShortfall, sellUntil } from '../../modules/core/curve.ts'
import { INPUT, type NetworkEdge, OUTPUT } from './network.ts'
import type { TradeProblem } from './plan.ts'

/** More than the rounding of the price from which on a pool is idle. */
export const NEARLY_IDLE = 1 + 1e-12

/** The profit of the best trade through an edge at these prices, in the numeraire, before gas. */
export function getProfit({ from, to, curve }: NetworkEdge, prices: Float64Array, fill: Fill): number {
  const priceIn = prices[from] as number
  const priceOut = prices[to] as number
  if (!(priceIn > 0 && priceOut > 0) || priceIn > priceOut * curve.startPrice * NEARLY_IDLE) {
    fill.crossed = 0
    return 0
  }
  sellUntil(curve, priceIn / priceOut, fill)
  return priceOut * fill.output - priceIn * fill.input
}

/** The same, and what the pool may pay beyond its curve. */
function getMaxProfit(edge: NetworkEdge, prices: Float64Array, fill: Fill): number {
  const profit = getProfit(edge, prices, fill)
  return profit === 0 ? 0 : profit + (prices[edge.to] as number) * getShortfall(edge.curve, fill)
}

export type Part = 'direct' | 'start' | 'middle' | 'end'

export function toPart({ from, to }: Pick<NetworkEdge, 'from' | 'to'>): Part {
  if (from === INPUT) return to === OUTPUT ? 'direct' : 'start'
  return to === OUTPUT ? 'end' : 'middle'
}

/** The parts the routes of a shape may have, and those each of them has at least once. */
export interface Shape {
  may: readonly Part[]
  must: readonly Part[]
}

/**
 * Every route has one of these shapes: no intermediate token; or one, with at least one pool into it and one out of it; or
 * also trades between intermediate tokens.
 */
export const SHAPES: readonly Shape[] = [
  { may: ['direct'], must: ['direct'] },
  { may: ['direct', 'start', 'end'], must: ['start', 'end'] },
  { may: ['direct', 'start', 'middle', 'end'], must: ['start', 'middle', 'end'] },
]

/** Pools outside the network that count for the bound. */
export interface PoolsLeftOut {
  /** Their profit after gas, by part. */
  gains: Readonly<Record<Part, number>>
  /** The cost of one without profit, by part. Infinity: there is none. */
  costs: Readonly<Record<Part, number>>
}

/**
 * By shape: no route of it nets more than this after gas for the amount. Holds for any prices; in their unit.
 */
export function netBounds(
  { network, side, amount, gasPrice, left }: TradeProblem & { left?: PoolsLeftOut | undefined },
  prices: Float64Array,
): number[] {
  const given = side.sign * amount * (prices[side.given] as number)
  return gainsByShape(network.edges, { prices, gasPrice, left }).map((gain) => given + gain)
}

/**
 * Maximum profit of a route of each shape at these prices (weak duality): at fixed prices its pools earn independently,
 * each at most its best trade less its gas. Losing pools are left out, except one of every part the route must have.
 * Minus infinity where a part is missing.
 */
function gainsByShape(
  edges: readonly NetworkEdge[],
  { prices, gasPrice, left }: { prices: Float64Array; gasPrice: number; left: PoolsLeftOut | undefined },
): number[] {
  const fill = createFill()
  const gains = { direct: 0, start: 0, middle: 0, end: 0, ...left?.gains }
  // A pool without profit may still be the only one of its part.
  const pickBest = (part: Part) => (gains[part] > 0 ? 0 : -(left?.costs[part] ?? Infinity))
  const best = {
    direct: -Infinity,
    start: pickBest('start'),
    middle: pickBest('middle'),
    end: pickBest('end'),
  }
  for (const edge of edges) {
    const part = toPart(edge)
    const gain = getMaxProfit(edge, prices, fill) - edge.curve.gas * gasPrice
    if (gain > 0) gains[part] += gain
    if (gain > best[part]) best[part] = gain
  }
  return SHAPES.map(({ may, must }) => {
    const unavoidable = must.reduce((sum, part) => sum + Math.min(0, best[part]), 0)
    return may.reduce((sum, part) => sum + gains[part], unavoidable)
  })
}
