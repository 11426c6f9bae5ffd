import { WAD } from '../core/units.ts'
import { complement, divDown, divUp, mulDown, mulUp } from './fixed-point.ts'
import { pow } from './log-exp.ts'

/** One direction of a weighted pool. Balances and amounts are scaled to 18 decimals. */
export interface WeightedSide {
  balanceIn: bigint
  weightIn: bigint
  balanceOut: bigint
  weightOut: bigint
}

/** Raises a base to an exponent, rounded up as one version of the contracts does. */
export type Power = (x: bigint, y: bigint) => bigint

/** Maximum input after the fee, as a share of the balance. */
const MAX_IN_RATIO = (3n * WAD) / 10n
const MAX_OUT_RATIO = (3n * WAD) / 10n
/** Relative error that the contracts assume for a power. */
const POWER_ERROR = 10_000n

/** Returns the output for an input after its fee, or undefined beyond the limit. */
export function outGivenIn(side: WeightedSide, amountIn: bigint, raise: Power): bigint | undefined {
  const { balanceIn, weightIn, balanceOut, weightOut } = side
  if (amountIn > mulDown(balanceIn, MAX_IN_RATIO)) return undefined
  const base = divUp(balanceIn, balanceIn + amountIn)
  return mulDown(balanceOut, complement(raise(base, divDown(weightIn, weightOut))))
}

/** Returns the input for an output before the fee is added, or undefined beyond the limit. */
export function inGivenOut(side: WeightedSide, amountOut: bigint, raise: Power): bigint | undefined {
  const { balanceIn, weightIn, balanceOut, weightOut } = side
  if (amountOut > mulDown(balanceOut, MAX_OUT_RATIO)) return undefined
  const base = divUp(balanceOut, balanceOut - amountOut)
  return mulUp(balanceIn, raise(base, divUp(weightOut, weightIn)) - WAD)
}

/** Power of the pools of 2021, which compute every exponent through the logarithm. */
export const powUpByLogarithm: Power = (x, y) => {
  const raw = pow(x, y)
  return raw + mulUp(raw, POWER_ERROR) + 1n
}

/** Power of all later pools, including Balancer V3: exponents 1, 2 and 4 are multiplied out. */
export const powUp: Power = (x, y) => {
  if (y === WAD) return x
  if (y === 2n * WAD) return mulUp(x, x)
  if (y === 4n * WAD) return mulUp(mulUp(x, x), mulUp(x, x))
  return powUpByLogarithm(x, y)
}
