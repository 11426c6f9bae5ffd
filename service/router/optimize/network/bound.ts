import { type Fill, getSegmentGas, getShortfall, sellUntil } from '../../../modules/core/curve.ts'
import type { NetworkEdge } from './network.ts'

/** An edge whose routes all cross at least this many segments and pay their gas. */
export interface RangedEdge extends NetworkEdge {
  paid?: number
}

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

/**
 * The profit after gas of the best trade through an edge at these prices, including a payment
 * beyond the curve. A trade that ends before the last segments saves their gas.
 */
export function getMaxGain(
  edge: RangedEdge,
  { prices, gasPrice }: { prices: Float64Array; gasPrice: number },
  fill: Fill,
): number {
  const { from, to, curve, paid = 0 } = edge
  const { keep, netIn, out } = curve
  const paidGas = paid > 0 ? getSegmentGas(curve, paid) : 0
  const gas = curve.gas + paidGas
  const profit = getProfit(edge, prices, fill)
  if (profit === 0) return -gas * gasPrice
  const priceIn = prices[from] as number
  const priceOut = prices[to] as number
  const { crossed } = fill
  const further = crossed > paid ? getSegmentGas(curve, crossed) - paidGas : 0
  let most = profit + priceOut * getShortfall(curve, fill) - further * gasPrice
  for (let k = paid; further > 0 && k < crossed; k += 1) {
    const before = priceOut * (out[k + 1] as number) - (priceIn * (netIn[k + 1] as number)) / keep
    most = Math.max(most, before - (getSegmentGas(curve, k) - paidGas) * gasPrice)
  }
  return most - gas * gasPrice
}
