import { type Curve, fixedRateCurve, getCapacity } from '../../modules/core/curve.ts'
import type { Network } from './network.ts'

/** A curve whose coordinate grows by less than this in total is a fixed rate. */
const NARROW = 1e-5
/** Capacity kept, in multiples of the trade. */
const ENOUGH = 4

/**
 * Cuts fixed-rate sources to the size of the trade: at their depth float64 could not resolve the amount traded. `value` is
 * the trade's, `prices` those of the tokens, in the same unit.
 */
export function trimFixedRates(
  { tokens, edges }: Network,
  { value, prices }: { value: number; prices: Float64Array },
): Network {
  if (!edges.some(({ curve }) => isFixedRate(curve))) return { tokens, edges }
  return {
    tokens,
    edges: edges.map((edge) => {
      const price = prices[edge.from] as number
      const enough = (ENOUGH * value) / price
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
