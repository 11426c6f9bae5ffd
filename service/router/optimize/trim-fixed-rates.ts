import { type Curve, fixedRateCurve, getCapacity } from '../../modules/core/curve.ts'
import type { Network } from './network.ts'

/** Curves whose coordinate grows by less than this, all in all, are fixed rates. */
const NARROW = 1e-5
/** Nothing sells more through one pool than this many times the trade. */
const ENOUGH = 4

/**
 * Cuts sources of a fixed rate to the size of the trade: they are so much deeper that float64 could not tell how far into
 * them a trade goes. `value` is the trade's, `prices` those of the tokens, in the same unit.
 */
export function trimFixedRates(
  { tokens, edges }: Network,
  { value, prices }: { value: number; prices: Float64Array },
): Network {
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
