import { useState } from 'react'
import { isHighLoss } from '../../lib/usd-value.ts'
import type { TradeValue } from '../../lib/value-trade.ts'

export interface AcceptedLoss {
  /** Whether the person has agreed to a loss like this one. */
  isAccepted: boolean
  accept: (accepted: boolean) => void
}

/**
 * A yes to a loss is a yes to its number: one that grows by more than the tolerance is asked about again.
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
  /** A fraction: 0.12 is 12 %. Undefined is unknown, which is not fine and not high. */
  value: number | undefined
  isHigh: boolean
}

/** The share of its value a swap loses. */
export function getLoss({ lossFraction }: TradeValue): Loss {
  return { value: lossFraction, isHigh: isHighLoss(lossFraction) }
}
