import { WAD } from '../core/units.ts'
import { complement, divDown, divUp, mulDown, mulUp } from './fixed-point.ts'
import { pow } from './log-exp.ts'

/** One direction of a weighted pool. Balances and amounts have 18 decimals here, whatever the tokens have. */
export interface WeightedSide {
  balanceIn: bigint
  weightIn: bigint
  balanceOut: bigint
  weightOut: bigint
}

/** Maximum input after the fee, as a share of the balance. */
const MAX_IN_RATIO = (3n * WAD) / 10n
const MAX_OUT_RATIO = (3n * WAD) / 10n
/** The error of a power, as the contracts assume it. */
const POWER_ERROR = 10_000n

/** Output for an input after its fee; undefined beyond the limit. */
export function outGivenIn(side: WeightedSide, amountIn: bigint): bigint | undefined {
  const { balanceIn, weightIn, balanceOut, weightOut } = side
  if (amountIn > mulDown(balanceIn, MAX_IN_RATIO)) return undefined
  const base = divUp(balanceIn, balanceIn + amountIn)
  return mulDown(balanceOut, complement(powUp(base, divDown(weightIn, weightOut))))
}

/** Input for an output, before the fee is added; undefined beyond the limit. */
export function inGivenOut(side: WeightedSide, amountOut: bigint): bigint | undefined {
  const { balanceIn, weightIn, balanceOut, weightOut } = side
  if (amountOut > mulDown(balanceOut, MAX_OUT_RATIO)) return undefined
  const base = divUp(balanceOut, balanceOut - amountOut)
  return mulUp(balanceIn, powUp(base, divUp(weightOut, weightIn)) - WAD)
}

/** A power, rounded up by as much as it may be off. */
export function powUp(x: bigint, y: bigint): bigint {
  const raw = pow(x, y)
  return raw + mulUp(raw, POWER_ERROR) + 1n
}
