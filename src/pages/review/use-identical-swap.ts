import { useState } from 'react'
import { type Address, sameAddress } from '../../../wire/lib/address.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useActivity } from '../../hooks/use-activity.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { LATE_MS } from '../../lib/thresholds.ts'
import { DROPPED_MS, isDropped } from '../../store/is-dropped.ts'
import { isSameTrade } from '../../store/same-trade.ts'
import type { ActivityEntry } from '../../store/types.ts'

export interface IdenticalSwap {
  /** True if an identical swap was sent, or requested from a wallet, and may still be executed. */
  isPending: boolean
  /**
   * True if no identical swap is known to be sent, but a wallet has not responded to its request.
   */
  isUnanswered: boolean
  accepted: boolean
  accept: (accepted: boolean) => void
  /** Emits the acknowledgement. Called on Confirm. */
  confirm: () => void
}

const NONE: readonly ActivityEntry[] = []

/** Detects a swap of the same amount, tokens and receiver that may still be executed. */
export function useIdenticalSwap(intent: SwapIntent): IdenticalSwap {
  const { emit, activity } = useWidget()
  const { entries } = useActivity()
  const { prompt } = useWallet().state
  const openRequests = useStore(activity, ({ unanswered }) => unanswered) ?? NONE
  const [accepted, accept] = useState(false)
  const isSent = entries.some((entry) => mayHappen(entry, Date.now()) && isSameSwap(entry, intent))
  // `OpenPromptNotice` shows the request of an open prompt.
  const isUnanswered =
    !isSent &&
    !prompt &&
    openRequests.some((entry) => maySign(entry, intent.account, Date.now()) && isSameOrder(entry, intent))
  const isPending = isSent || isUnanswered
  return {
    isPending,
    isUnanswered,
    accepted,
    accept,
    confirm: () => {
      if (isPending) emit('warningAccepted', { warning: 'identical-swap', routeId: intent.id })
    },
  }
}

/** Returns whether a swap is pending, or was dropped or abandoned before its deadline. */
function mayHappen(entry: ActivityEntry, now: number): boolean {
  const { status, deadlineAt, endedAt = 0 } = entry
  if (status === 'pending') return true
  return isDropped(entry) && now < (deadlineAt ?? endedAt + DROPPED_MS) + LATE_MS
}

/**
 * Returns whether this account's wallet can still sign an effective request. A wrap has no
 * deadline.
 */
function maySign({ account, deadlineAt }: ActivityEntry, own: Address, now: number): boolean {
  return sameAddress(account, own) && (deadlineAt === undefined || now < deadlineAt + LATE_MS)
}

function isSameSwap(entry: ActivityEntry, intent: SwapIntent): boolean {
  return entry.id !== intent.id && isSameOrder(entry, intent)
}

function isSameOrder(entry: ActivityEntry, intent: SwapIntent): boolean {
  return isSameTrade(entry, intent) && isSameAmount(entry, intent)
}

/** Compares the input of sales and the output of purchases. */
function isSameAmount(entry: ActivityEntry, { inputAmount, outputAmount }: SwapIntent): boolean {
  if (outputAmount === undefined) return !entry.purchase && BigInt(entry.inputAmount) === inputAmount
  return entry.purchase !== undefined && BigInt(entry.indicative) === outputAmount
}
