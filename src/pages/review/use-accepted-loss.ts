import { useState } from 'react'
import { isHighLoss } from '../../lib/usd-value.ts'
import type { TradeValue } from '../../lib/value-trade.ts'

export interface AcceptedLoss {
  /** Whether the user accepted a loss of this size. */
  isAccepted: boolean
  accept: (accepted: boolean) => void
}

/**
 * Acceptance of a loss, valid for its size: if the loss grows by more than the tolerance, it has to be accepted again.
 * `toleranceBps` are basis points of the value paid.
 */
export function useAcceptedLoss({ value }: Loss, toleranceBps: number): AcceptedLoss {
  const [accepted, setAccepted] = useState<number>()
  return {
    isAccepted: accepted !== undefined && value !== undefined && value <= accepted + toleranceBps / 10_000,
    accept: (isAccepted) => setAccepted(isAccepted ? value : undefined),
  }
}

export interface Loss {
  /** A fraction: 0.12 is 12 %. Undefined is unknown and does not count as high. */
  value: number | undefined
  isHigh: boolean
}

/** The share of value a swap loses. */
export function getLoss({ lossFraction }: TradeValue): Loss {
  return { value: lossFraction, isHigh: isHighLoss(lossFraction) }
}
