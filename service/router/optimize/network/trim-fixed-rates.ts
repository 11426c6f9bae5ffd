import { type Curve, createFill, fixedRateCurve, getCapacity } from '../../../modules/core/curve.ts'
import { getProfit } from './bound.ts'
import type { Network } from './network.ts'

/** A curve whose coordinate grows by less than this in total is a fixed rate. */
const NARROW = 1e-5
/** Capacity kept, in multiples of the trade. */
const ENOUGH = 4

/**
 * Cuts fixed-rate sources to the size of the trade, because float64 cannot resolve the traded
 * amount at their full depth. `value` is the amount that the trade pays and `prices` the prices of
 * the tokens, in the same unit. No step of a route trades more than that value plus the profits of
 * earlier steps, so a bound over the cut sources holds.
 */
export function trimFixedRates(
  { tokens, edges }: Network,
  { value, prices }: { value: number; prices: Float64Array },
): Network {
  if (!edges.some(({ curve }) => isFixedRate(curve))) return { tokens, edges }
  const fill = createFill()
  const held = edges.reduce((sum, edge) => sum + getProfit(edge, prices, fill), value)
  return {
    tokens,
    edges: edges.map((edge) => {
      const price = prices[edge.from] as number
      const enough = (ENOUGH * held) / price
      return price > 0 && isFixedRate(edge.curve) && getCapacity(edge.curve) > enough
        ? { ...edge, curve: cut(edge.curve, enough) }
        : edge
    }),
  }
}

function isFixedRate({ starts }: Curve): boolean {
  return starts.length === 2 && (starts[1] as number) / (starts[0] as number) - 1 < NARROW
}

function cut({ starts, gas, keep }: Curve, capacity: number): Curve {
  const start = starts[0] as number
  return fixedRateCurve({ rate: keep / (start * start), capacity, gas })
}
