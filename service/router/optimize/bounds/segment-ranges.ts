import { createCurve, createFill, getSegmentGas } from '../../../modules/core/curve.ts'
import { getProfit, type RangedEdge } from '../network/bound.ts'

/** How many segments of an edge a trade crosses: at most this many, or more. */
export interface SegmentChoice {
  most: number
  /** How much more the edge counts than its best trade at these prices nets. */
  weight: number
}

/**
 * The ranges in which an edge counts with a trade that saves the gas of segments, although its
 * trade at the same prices crosses them. Prices cannot close that gap, but a distinction of the two
 * kinds of trades can.
 */
export function chooseSegments(
  edge: RangedEdge,
  { prices, gasPrice }: { prices: Float64Array; gasPrice: number },
): SegmentChoice | undefined {
  const { from, to, curve, paid = 0 } = edge
  const { keep, netIn, out } = curve
  if (!(curve.segmentGas && gasPrice > 0)) return undefined
  /** The segments beyond the paid ones. */
  const getCost = (segment: number) => (getSegmentGas(curve, segment) - getSegmentGas(curve, paid)) * gasPrice
  const fill = createFill()
  const profit = getProfit(edge, prices, fill)
  const net = profit - Math.max(0, getCost(fill.crossed))
  let found: SegmentChoice | undefined
  for (let k = paid; k < fill.crossed; k += 1) {
    const until =
      (prices[to] as number) * (out[k + 1] as number) -
      ((prices[from] as number) * (netIn[k + 1] as number)) / keep
    const weight = until - getCost(k) - net
    if (weight > (found?.weight ?? 0)) found = { most: k, weight }
  }
  return found
}

/** The edge for routes that cross at most `most` of its segments, and for routes that cross more. */
export function splitSegments(edge: RangedEdge, most: number): readonly [RangedEdge, RangedEdge] {
  const { curve } = edge
  const { starts, liquidity } = curve
  const cut = createCurve({
    ...curve,
    starts: [...starts.subarray(0, most + 2)],
    liquidity: [...liquidity.subarray(0, most + 1)],
  })
  return [
    { ...edge, curve: cut },
    { ...edge, paid: most + 1 },
  ]
}
