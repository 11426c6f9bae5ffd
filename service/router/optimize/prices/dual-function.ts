import { createFill, sellUntil } from '../../../modules/core/curve.ts'
import type { NetworkEdge } from '../network/network.ts'
import { type DualProblem, inColumns } from './dual-terms.ts'

interface FunctionTerms extends Pick<DualProblem, 'supply'> {
  entry: DualProblem['entry'] | undefined
  edges: readonly NetworkEdge[]
  /** The row of each token in the derivatives. -1 for a token with a fixed price. */
  toRow: Int32Array
  rows: number
}

/**
 * Creates the function of the prices that `solveDual` minimizes. `differentiate` writes its
 * derivatives by the logarithms of the prices into `gradient` and `hessian`.
 */
export function createDualFunction({ supply, entry, edges, toRow, rows: n }: FunctionTerms) {
  const gradient = new Float64Array(n)
  const hessian = new Float64Array(n * n)
  const fill = createFill()
  const { from, to, start } = inColumns(edges)
  const noProfit = entry ? softPlus(-1 / entry.softness) : 0

  function valueAt(at: Float64Array): number {
    let value = (at[supply.token] as number) * supply.amount
    for (let e = 0; e < start.length; e += 1) {
      const priceIn = at[from[e] as number] as number
      const priceOut = at[to[e] as number] as number
      if (priceIn > priceOut * (start[e] as number)) continue
      const { curve } = edges[e] as NetworkEdge
      sellUntil(curve, priceIn / priceOut, fill)
      if (fill.input === 0) continue
      const profit = priceOut * fill.output - priceIn * fill.input
      const cost = entry ? curve.gas * entry.gasPrice : 0
      if (!entry || cost === 0) value += profit
      else {
        const width = cost * entry.softness
        // Adds the smoothed profit above the cost, and nothing without profit, so that a new pool
        // does not raise the sum.
        value += width * (softPlus((profit - cost) / width) - noProfit)
      }
    }
    return value
  }

  function differentiate(at: Float64Array): void {
    gradient.fill(0)
    hessian.fill(0)
    const supplied = toRow[supply.token] as number
    if (supplied >= 0) gradient[supplied] = (at[supply.token] as number) * supply.amount
    for (let e = 0; e < start.length; e += 1) {
      const priceIn = at[from[e] as number] as number
      const priceOut = at[to[e] as number] as number
      if (priceIn > priceOut * (start[e] as number)) continue
      const { curve } = edges[e] as NetworkEdge
      sellUntil(curve, priceIn / priceOut, fill)
      if (fill.input === 0) continue
      const a = toRow[from[e] as number] as number
      const b = toRow[to[e] as number] as number
      const given = priceIn * fill.input
      const taken = priceOut * fill.output
      let trades = 1
      let onset = 0
      if (entry && curve.gas * entry.gasPrice > 0) {
        const width = curve.gas * entry.gasPrice * entry.softness
        trades = 1 / (1 + Math.exp((curve.gas * entry.gasPrice - (taken - given)) / width))
        onset = (trades * (1 - trades)) / width
      }
      if (a >= 0) gradient[a] = (gradient[a] as number) - trades * given
      if (b >= 0) gradient[b] = (gradient[b] as number) + trades * taken
      // All four second derivatives of a pool's profit are this number, once scaled by the prices.
      const bend = (trades * fill.liquidity * fill.t * priceIn) / (2 * curve.keep)
      if (a >= 0) hessian[a * n + a] = (hessian[a * n + a] as number) + bend + onset * given * given
      if (b >= 0) hessian[b * n + b] = (hessian[b * n + b] as number) + bend + onset * taken * taken
      if (a >= 0 && b >= 0) {
        const both = bend + onset * given * taken
        hessian[a * n + b] = (hessian[a * n + b] as number) - both
        hessian[b * n + a] = (hessian[b * n + a] as number) - both
      }
    }
  }

  return { valueAt, differentiate, gradient, hessian }
}

function softPlus(x: number): number {
  if (x > 30) return x
  return x < -30 ? 0 : Math.log1p(Math.exp(x))
}
