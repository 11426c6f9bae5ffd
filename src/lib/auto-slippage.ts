/** The inputs of an automatic slippage limit. */
export interface SlippageReasons {
  /** True for two stable tokens that trade near one to one. */
  isStable: boolean
  /** The largest move between two prices of the last minutes, in basis points. */
  moveBps: number
  /** How much the trade itself moves the price, in basis points; 0 while unknown. */
  impactBps: number
}

/** The limits for a calm price. */
const STABLE_BPS = 5
const USUAL_BPS = 25
/** The price may continue to move until the transaction is mined. */
const MOVE_FACTOR = 2
/** Large trades use pools in which others trade too. */
const IMPACT_SHARE = 0.1
/** Few steps, so that the limit changes rarely. */
const STEPS_BPS = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300]
const MAX_BPS = 300

/**
 * The slippage limit for a trade, in basis points: low if the price is calm, at most 3 %, within
 * the host's bounds.
 */
export function autoSlippageBps(
  { isStable, moveBps, impactBps }: SlippageReasons,
  bounds: { min: number; max: number },
): number {
  const base = isStable ? STABLE_BPS : USUAL_BPS
  const needed = base + MOVE_FACTOR * moveBps + IMPACT_SHARE * Math.max(0, impactBps)
  const step = STEPS_BPS.find((bps) => bps >= needed) ?? MAX_BPS
  return Math.min(Math.max(step, bounds.min), bounds.max)
}
