import { useState } from 'react'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useActivity } from '../../hooks/use-activity.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { type Address, sameAddress } from '../../lib/address.ts'
import { LATE_MS } from '../../lib/thresholds.ts'
import { DROPPED_MS, isDropped } from '../../store/is-dropped.ts'
import { isSameTrade } from '../../store/same-trade.ts'
import type { ActivityEntry } from '../../store/types.ts'

export interface IdenticalSwap {
  /** Whether the same swap has been sent, or a wallet was asked to sign it, and may still happen. */
  isPending: boolean
  /** Whether none was sent as far as is known: the wallet has not answered. */
  isUnanswered: boolean
  accepted: boolean
  accept: (accepted: boolean) => void
  /** To be called on Confirm: emits what was acknowledged. */
  confirm: () => void
}

const NONE: readonly ActivityEntry[] = []

/** Whether a swap of the same amount of the same tokens to the same receiver may still happen, and whether that is intended. */
export function useIdenticalSwap(intent: SwapIntent): IdenticalSwap {
  const { emit, activity } = useWidget()
  const { entries } = useActivity()
  const { prompt } = useWallet().state
  const asked = useStore(activity, ({ unanswered }) => unanswered) ?? NONE
  const [accepted, accept] = useState(false)
  const isSent = entries.some((entry) => mayHappen(entry, Date.now()) && isSameSwap(entry, intent))
  // What the wallet shows is named by a notice of its own.
  const isUnanswered =
    !isSent &&
    !prompt &&
    asked.some((entry) => maySign(entry, intent.account, Date.now()) && isSameOrder(entry, intent))
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

/** Whether it is pending, or was dropped or given up before its deadline, and so may still be executed. */
function mayHappen(entry: ActivityEntry, now: number): boolean {
  const { status, deadlineAt, endedAt = 0 } = entry
  if (status === 'pending') return true
  return isDropped(entry) && now < (deadlineAt ?? endedAt + DROPPED_MS) + LATE_MS
}

/** True while this account's wallet can still sign the request to any effect. A wrap has no deadline. */
function maySign({ account, deadlineAt }: ActivityEntry, own: Address, now: number): boolean {
  return sameAddress(account, own) && (deadlineAt === undefined || now < deadlineAt + LATE_MS)
}

function isSameSwap(entry: ActivityEntry, intent: SwapIntent): boolean {
  return entry.id !== intent.id && isSameOrder(entry, intent)
}

function isSameOrder(entry: ActivityEntry, intent: SwapIntent): boolean {
  return isSameTrade(entry, intent) && isSameAmount(entry, intent)
}

/** Sales are named by what they pay, purchases by what they buy. */
function isSameAmount(entry: ActivityEntry, { inputAmount, outputAmount }: SwapIntent): boolean {
  if (outputAmount === undefined) return !entry.purchase && BigInt(entry.inputAmount) === inputAmount
  return entry.purchase !== undefined && BigInt(entry.indicative) === outputAmount
}
