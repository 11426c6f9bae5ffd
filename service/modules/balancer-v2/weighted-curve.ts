import { type Curve, sampledCurve } from '../core/curve.ts'

interface CurveParams {
  balances: readonly [bigint, bigint]
  weights: readonly [bigint, bigint]
  swapFee: bigint
  gas: number
  /** Additional gas of an exact output. Default: 0. */
  purchaseGas?: number
}

/** Maximum input and maximum output, as a share of the balances. */
const MAX_SHARE = 0.3
/** Points per fall of the price by a factor of e. The error between points is below a millionth. */
const POINTS_PER_FALL = 256
const MAX_POINTS = 512

/** The marginal price falls as `(balance / (balance + sold)) ^ (1 + weightIn / weightOut)`. */
export function weightedCurve(zeroForOne: boolean, params: CurveParams): Curve {
  const { balances, weights, swapFee, gas, purchaseGas = 0 } = params
  const [into, out] = zeroForOne ? ([0, 1] as const) : ([1, 0] as const)
  const balance = Number(balances[into])
  const ratio = Number(weights[into]) / Number(weights[out])
  const price = (Number(balances[out]) / balance) * ratio
  const fall = (1 + ratio) * Math.log1p(MAX_SHARE)
  const points = Math.min(MAX_POINTS, Math.ceil(fall * POINTS_PER_FALL))
  const growth = Array.from({ length: points + 1 }, (_, k) => (Math.log1p(MAX_SHARE) * k) / points)
  return sampledCurve({
    keep: 1 - Number(swapFee) / 1e18,
    inputs: growth.map((by) => balance * Math.expm1(by)),
    stock: Number(balances[out]) * MAX_SHARE,
    prices: growth.map((by) => price * Math.exp(-by * (1 + ratio))),
    gas,
    purchaseGas,
  })
}

/** Returns the reserves of a constant-product pair with the same price and slope. */
export function getWeightedDepth(
  [balance0, balance1]: readonly [bigint, bigint],
  [weight0, weight1]: readonly [bigint, bigint],
): readonly [bigint, bigint] {
  const sum = weight0 + weight1
  return [(2n * balance0 * weight1) / sum, (2n * balance1 * weight0) / sum]
}
