/** What a slippage limit derives from. */
export interface SlippageReasons {
  /** Two stable tokens that trade near one to one. */
  isStable: boolean
  /** The largest move between two prices of the last minutes, in basis points. */
  moveBps: number
  /** How much the trade itself moves the price, in basis points; 0 while unknown. */
  impactBps: number
}

/** What a quiet price needs. */
const STABLE_BPS = 5
const USUAL_BPS = 25
/** The price may move on until the transaction is mined. */
const MOVE_FACTOR = 2
/** Large trades meet pools that others trade in. */
const IMPACT_SHARE = 0.1
/** Few steps, so that the limit changes seldom. */
const STEPS_BPS = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300]
const MAX_BPS = 300

/** The slippage limit for a trade, in basis points: low where the price is calm, at most 3 %, within the host's bounds. */
export function autoSlippageBps(
  { isStable, moveBps, impactBps }: SlippageReasons,
  bounds: { min: number; max: number },
): number {
  const base = isStable ? STABLE_BPS : USUAL_BPS
  const needed = base + MOVE_FACTOR * moveBps + IMPACT_SHARE * Math.max(0, impactBps)
  const step = STEPS_BPS.find((bps) => bps >= needed) ?? MAX_BPS
  return Math.min(Math.max(step, bounds.min), bounds.max)
}
