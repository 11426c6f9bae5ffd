import { createFill, sellUntil } from '../../modules/core/curve.ts'
import { NEARLY_IDLE } from './bound.ts'
import { dampedNewtonStep } from './damped-newton-step.ts'
import type { NetworkEdge } from './network.ts'

/**
 * Minimize, over prices v with `v[numeraire] = 1`, the value of the supply plus the profit of an arbitrageur in each pool
 * at v. Selling D of the input: the supply is D of it, the output is the numeraire, every value of the function is an upper
 * bound of the output, and the minimum is the output itself. Buying Y of the output: the supply is -Y of it, the input is
 * the numeraire, and minus the value bounds the input from below.
 */
export interface DualProblem {
  edges: readonly NetworkEdge[]
  numeraire: number
  supply: { token: number; amount: number }
  /** Starting prices by token; 0 excludes a token. */
  prices: Float64Array
  /** Keeps the price of the supplied token fixed: pools then trade up to that price, not the whole amount. */
  holdsSupplyPrice?: boolean
  /** Subtracts gas from each pool's profit, which stays convex. Default: no gas. */
  entry?: EntryCost
}

export interface EntryCost {
  /** In the numeraire. */
  gasPrice: number
  /**
   * The part of its gas over which a pool goes from idle to fully trading. Without this width flows jump, and Newton's
   * method has no derivative to use.
   */
  softness: number
}

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
/** Imbalances and gains below this share of the trade count as zero. */
const IMBALANCE = 1e-10
const GAIN = 1e-13
/** The gain threshold with gas: such prices are only a guide. */
const ROUGH_GAIN = 1e-7
/** Maximum step of one iteration, in the logarithm of a price. */
const MAX_STEP = 1

/** Damped Newton's method in the logarithms of the prices. The function is convex; its derivative has kinks. */
export function solveDual(problem: DualProblem): DualSolution {
  const { numeraire, supply, entry } = problem
  const v = Float64Array.from(problem.prices)
  v[numeraire] = 1
  const edges = problem.edges.filter(({ from, to }) => (v[from] as number) > 0 && (v[to] as number) > 0)
  const { free, toRow } = freePrices(problem, edges, v)
  const n = free.length
  const gradient = new Float64Array(n)
  const hessian = new Float64Array(n * n)
  const lower = new Float64Array(n * n)
  const step = new Float64Array(n)
  const trial = Float64Array.from(v)
  const fill = createFill()
  const scale = Math.abs((v[supply.token] as number) * supply.amount)
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
      if (!entry) value += profit
      else {
        const cost = curve.gas * entry.gasPrice
        const width = cost * entry.softness
        // The profit above the cost, smoothed; nothing for no profit, so that a pool which comes in does not lift the sum.
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
      if (entry) {
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

  /** One descent step of `v`, damped until the value falls; returns the value reached. */
  function descend(value: number): number {
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
      damping = Math.max(damping * 8, 1e-9)
    }
    return value
  }

  let damping = 1e-9
  let value = valueAt(v)
  for (let iteration = 0; n > 0 && iteration < MAX_ITERATIONS; iteration += 1) {
    differentiate(v)
    let imbalance = 0
    for (const part of gradient) imbalance += Math.abs(part)
    if (imbalance <= IMBALANCE * scale) break
    const next = descend(value)
    const gained = value - next
    value = next
    if (!(gained > (entry ? ROUGH_GAIN : GAIN) * scale)) break
  }
  return { prices: v, value, ...flowsAt(problem.edges, v) }
}

/** The ends of each edge, and the price from which on it is idle: most edges of a large network are, at most prices. */
function inColumns(edges: readonly NetworkEdge[]) {
  const from = new Int32Array(edges.length)
  const to = new Int32Array(edges.length)
  const start = new Float64Array(edges.length)
  for (let e = 0; e < edges.length; e += 1) {
    const edge = edges[e] as NetworkEdge
    from[e] = edge.from
    to[e] = edge.to
    start[e] = edge.curve.startPrice * NEARLY_IDLE
  }
  return { from, to, start }
}

function softPlus(x: number): number {
  if (x > 30) return x
  return x < -30 ? 0 : Math.log1p(Math.exp(x))
}

/** The variables of the problem: the prices of tokens some edge trades. */
function freePrices(
  { numeraire, supply, holdsSupplyPrice }: DualProblem,
  edges: readonly NetworkEdge[],
  v: Float64Array,
) {
  const isTraded = new Uint8Array(v.length)
  isTraded[supply.token] = 1
  for (const { from, to } of edges) {
    isTraded[from] = 1
    isTraded[to] = 1
  }
  isTraded[numeraire] = 0
  if (holdsSupplyPrice) isTraded[supply.token] = 0
  const free: number[] = []
  const toRow = new Int32Array(v.length).fill(-1)
  for (let token = 0; token < v.length; token += 1) {
    if (!isTraded[token] || v[token] === 0) continue
    toRow[token] = free.length
    free.push(token)
  }
  return { free, toRow }
}

function flowsAt(edges: readonly NetworkEdge[], v: Float64Array) {
  const inputs = new Float64Array(edges.length)
  const outputs = new Float64Array(edges.length)
  const fill = createFill()
  for (let e = 0; e < edges.length; e += 1) {
    const { from, to, curve } = edges[e] as NetworkEdge
    const priceIn = v[from] as number
    const priceOut = v[to] as number
    if (!(priceIn > 0 && priceOut > 0)) continue
    sellUntil(curve, priceIn / priceOut, fill)
    inputs[e] = fill.input
    outputs[e] = fill.output
  }
  return { inputs, outputs }
}
