import { createFill, sellUntil } from '../../../modules/core/curve.ts'
import type { NetworkEdge } from '../network/network.ts'

interface Way {
  edges: readonly NetworkEdge[]
  /** The row of each token in the second derivatives. -1 without a row. */
  toRow: Int32Array
  rows: number
  /** Prices at both ends. */
  here: Float64Array
  there: Float64Array
}

/** Prices that differ by less are one: between them, rounding is all that changes. */
const SAME = 1e-9

/**
 * Adds the change of each pool's demand between two prices to the second derivatives, which have
 * `rows` rows, if it is larger than their estimate. The derivatives of an idle pool contain no
 * information about it.
 */
export function addJumps(hessian: Float64Array, { edges, toRow, rows, here, there }: Way): void {
  const fill = createFill()
  for (const { from, to, curve } of edges) {
    const priceHere = (here[from] as number) / (here[to] as number)
    const priceThere = (there[from] as number) / (there[to] as number)
    if (Math.min(priceHere, priceThere) > curve.startPrice) continue
    if (Math.abs(priceHere / priceThere - 1) < SAME) continue
    sellUntil(curve, priceThere, fill)
    const givenThere = fill.input * (there[from] as number)
    sellUntil(curve, priceHere, fill)
    const given = fill.input * (here[from] as number)
    const known = (fill.liquidity * fill.t * (here[from] as number)) / (2 * curve.keep)
    const more = (givenThere - given) / Math.log(priceHere / priceThere) - known
    if (!(more > 0)) continue
    const a = toRow[from] as number
    const b = toRow[to] as number
    if (a >= 0) hessian[a * rows + a] = (hessian[a * rows + a] as number) + more
    if (b >= 0) hessian[b * rows + b] = (hessian[b * rows + b] as number) + more
    if (a < 0 || b < 0) continue
    hessian[a * rows + b] = (hessian[a * rows + b] as number) - more
    hessian[b * rows + a] = (hessian[b * rows + a] as number) - more
  }
}
