import { addJumps } from './add-jumps.ts'
import { dampedNewtonStep } from './damped-newton-step.ts'
import { createDualFunction } from './dual-function.ts'
import { type DualProblem, flowsAt, freePrices } from './dual-terms.ts'

export interface DualSolution {
  /** In units of the numeraire. */
  prices: Float64Array
  /** Per edge, at these prices. */
  inputs: Float64Array
  outputs: Float64Array
  /** The minimum found. */
  value: number
}

const MAX_ITERATIONS = 60
const MAX_TRIES = 25
/** Imbalance of a solution whose flows can be carried out. */
const BALANCED = 1e-4
/** Steps that turn, in an iteration, before they are made shorter. */
const MAX_TURNS = 4
/** Imbalances and gains below this share of the trade count as zero. */
const IMBALANCE = 1e-10
const GAIN = 1e-13
/** The gain threshold with gas: such prices are only a guide. */
const ROUGH_GAIN = 1e-7
/** Maximum step of one iteration, in the logarithm of a price. */
const MAX_STEP = 1

/**
 * Applies damped Newton's method to the logarithms of the prices. The function is convex. Its
 * derivative has kinks, and nearly jumps where many pools trade tokens of equal worth at nearly one
 * price.
 */
export function solveDual(problem: DualProblem): DualSolution {
  const { numeraire, supply, entry } = problem
  const v = Float64Array.from(problem.prices)
  v[numeraire] = 1
  const edges = problem.edges.filter(({ from, to }) => (v[from] as number) > 0 && (v[to] as number) > 0)
  const { free, toRow } = freePrices(problem, edges, v)
  const n = free.length
  const { valueAt, differentiate, gradient, hessian } = createDualFunction({
    supply,
    entry,
    edges,
    toRow,
    rows: n,
  })
  const lower = new Float64Array(n * n)
  const step = new Float64Array(n)
  const trial = Float64Array.from(v)
  const scale = Math.abs((v[supply.token] as number) * supply.amount)

  /**
   * Takes one descent step of `v`, damped until the value falls, and returns the new value. If
   * flows jump on the way, the first `turns` failed steps add the jumps to the second derivatives,
   * so that the next step turns and need not be short.
   */
  function descend(value: number, turns: number): number {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      dampedNewtonStep({ hessian, gradient, damping: damping * scale }, { x: step, lower })
      let largest = 0
      for (const move of step) largest = Math.max(largest, Math.abs(move))
      const shortened = largest > MAX_STEP ? MAX_STEP / largest : 1
      let slope = 0
      for (let k = 0; k < n; k += 1) {
        const move = (step[k] as number) * shortened
        const token = free[k] as number
        slope += move * (gradient[k] as number)
        trial[token] = (v[token] as number) * (move < 0.8 ? 1 - move : Math.exp(-move))
      }
      const next = valueAt(trial)
      if (next <= value - 1e-4 * slope || (next <= value && slope < 1e-9 * scale)) {
        v.set(trial)
        damping = Math.max(1e-12, damping / 8)
        return next
      }
      if (tries < turns) addJumps(hessian, { edges, toRow, rows: n, here: v, there: trial })
      else damping = Math.max(damping * 8, 1e-9)
    }
    return value
  }

  /** Descends until the flows balance, or nothing is gained; returns whether they do. */
  function settle(turns: number): boolean {
    let imbalance = 0
    damping = 1e-9
    for (let iteration = 0; n > 0 && iteration < MAX_ITERATIONS; iteration += 1) {
      differentiate(v)
      imbalance = 0
      for (const part of gradient) imbalance += Math.abs(part)
      if (imbalance <= IMBALANCE * scale) break
      const next = descend(value, turns)
      const gained = value - next
      value = next
      if (!(gained > (entry ? ROUGH_GAIN : GAIN) * scale)) break
    }
    return imbalance <= BALANCED * scale
  }

  let damping: number
  let value = valueAt(v)
  // Turning is slower where little jumps, so it comes second. The plain method continues from both
  // results.
  if (!settle(0) && !entry && !settle(MAX_TURNS)) settle(0)
  return { prices: v, value, ...flowsAt(problem.edges, v) }
}
