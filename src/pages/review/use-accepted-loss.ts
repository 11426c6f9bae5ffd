import { useState } from 'react'
import type { Loss } from './loss-of.ts'

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
