import { type Curve, sampledCurve } from '../core/curve.ts'

interface CurveParams {
  /**
   * Balances of all tokens except the pool's own, with 18 decimals and multiplied by their rates.
   */
  balances: readonly number[]
  indexes: readonly [into: number, out: number]
  /** A n^n. */
  amp: number
  invariant: number
  /** Factors from base units of the two tokens to `balances`. */
  scales: readonly [into: number, out: number]
  swapFee: bigint
  gas: number
  /** Additional gas of an exact output. Default: 0. */
  purchaseGas?: number
  /** Maximum ratio of two balances that the pool accepts. Default: no limit. */
  maxImbalance?: number
}

/** Distance between points in the logarithm of the ratio of the two balances. */
const STEP = 1 / 128
const MAX_POINTS = 2_048
const MAX_STEPS = 64
/** Below this remaining share of the output, steps grow, because the possible error is small. */
const TAIL_SHARE = 0.02
/**
 * Maximum sale, as a multiple of the pool's balance of both tokens, which nearly empties one of
 * them.
 */
export const MAX_SOLD = 2

/**
 * Samples the curve evenly over the logarithm of the ratio of the two balances, along which the
 * price changes evenly. Stops where float64 is too imprecise, and returns undefined if that is the
 * first point.
 */
export function stableCurve(params: CurveParams): Curve | undefined {
  const { balances, indexes, scales, swapFee, gas, purchaseGas = 0 } = params
  const { maxImbalance = Number.POSITIVE_INFINITY } = params
  const [x0 = 0, y0 = 0] = indexes.map((index) => balances[index])
  const others = getOthers(params)
  const inputs = [0]
  const prices = [getPrice(params, others, [x0, y0])]
  let [x, y] = [x0, y0]
  const end = x0 + MAX_SOLD * (x0 + y0)
  while (x < end && inputs.length < MAX_POINTS) {
    const price = prices.at(-1) ?? 1
    const step = STEP * Math.max(1, Math.sqrt((y0 * TAIL_SHARE) / y))
    const by = Math.min(end - x, step / (1 / x + price / y))
    const nextX = end - x > by ? x + by : end
    const nextY = solve(params, others, [nextX, y - by * price])
    if (!(nextY > 0 && nextY < y) || getImbalance(params, [nextX, nextY]) >= maxImbalance) break
    x = nextX
    y = nextY
    inputs.push((x - x0) / scales[0])
    prices.push(getPrice(params, others, [x, y]))
  }
  if (inputs.length < 2) return undefined
  const perUnit = scales[0] / scales[1]
  return sampledCurve({
    keep: 1 - Number(swapFee) / 1e18,
    inputs,
    prices: prices.map((price) => price * perUnit),
    stock: (y0 - y) / scales[1],
    gas,
    purchaseGas,
  })
}

/** Returns the sum of the other tokens, and D^(n+1) / (n^n P) without the two of the pair. */
function getOthers({ balances, indexes, invariant }: CurveParams) {
  const others = balances.filter((_, i) => !indexes.includes(i))
  const count = balances.length
  const share = (invariant / count) ** 2
  return {
    sum: others.reduce((sum, balance) => sum + balance, 0),
    cross: others.reduce((cross, balance) => (cross * invariant) / count / balance, invariant) * share,
  }
}

type Others = ReturnType<typeof getOthers>
type Balances = readonly [x: number, y: number]

/** Returns the largest ratio of two balances, before or after the trade. */
function getImbalance({ balances }: CurveParams, pair: Balances): number {
  const all = [...balances, ...pair]
  return Math.max(...all) / Math.min(...all)
}

/** Returns the price of `x` in `y`. */
function getPrice({ amp }: CurveParams, { cross }: Others, [x, y]: Balances): number {
  return (amp * x * y + cross / x) / (amp * x * y + cross / y)
}

/** Solves for the `y` that keeps the invariant with `x`, by Newton's method. */
function solve({ amp, invariant }: CurveParams, { sum, cross }: Others, [x, start]: Balances): number {
  let y = start
  for (let i = 0; i < MAX_STEPS; i += 1) {
    const product = cross / (x * y)
    const way = (amp * (x + y + sum) + invariant - amp * invariant - product) / (amp + product / y)
    y -= way
    if (Math.abs(way) <= y * 1e-12) break
  }
  return y
}
