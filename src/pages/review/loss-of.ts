import { isHighLoss } from '../../lib/value-loss.ts'
import type { TradeValue } from '../../lib/value-trade.ts'

export interface Loss {
  /** A fraction: 0.12 is 12 %. Undefined is unknown, which is not fine and not high. */
  value: number | undefined
  isHigh: boolean
}

/** The share of its value a swap loses. */
export function getLoss({ lossFraction }: TradeValue): Loss {
  return { value: lossFraction, isHigh: isHighLoss(lossFraction) }
}
