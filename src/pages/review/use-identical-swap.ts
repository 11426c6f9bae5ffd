import { useState } from 'react'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useActivity } from '../../hooks/use-activity.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { DROPPED_MS, isDropped } from '../../store/is-dropped.ts'
import { isSameTrade } from '../../store/same-trade.ts'
import type { ActivityEntry } from '../../store/types.ts'

export interface IdenticalSwap {
  /** Whether the same swap has been sent, and may still happen. */
  isPending: boolean
  accepted: boolean
  accept: (accepted: boolean) => void
  /** To be called on Confirm: emits what was acknowledged. */
  confirm: () => void
}

/** Whether a swap of the same amount of the same tokens to the same receiver may still happen, and whether that is intended. */
export function useIdenticalSwap(intent: SwapIntent): IdenticalSwap {
  const { emit } = useWidget()
  const { entries } = useActivity()
  const [accepted, accept] = useState(false)
  const isPending = entries.some((entry) => mayHappen(entry, Date.now()) && isSameSwap(entry, intent))
  return {
    isPending,
    accepted,
    accept,
    confirm: () => {
      if (isPending) emit('warningAccepted', { warning: 'identical-swap', routeId: intent.id })
    },
  }
}

/** Clocks differ, and blocks are late. */
const MARGIN_MS = 120_000

/** Whether it is pending, or was dropped or given up before its deadline, and so may still be executed. */
function mayHappen(entry: ActivityEntry, now: number): boolean {
  const { status, deadlineAt, endedAt = 0 } = entry
  if (status === 'pending') return true
  return isDropped(entry) && now < (deadlineAt ?? endedAt + DROPPED_MS) + MARGIN_MS
}

function isSameSwap(entry: ActivityEntry, intent: SwapIntent): boolean {
  return entry.id !== intent.id && isSameTrade(entry, intent) && isSameAmount(entry, intent)
}

/** Sales are named by what they pay, purchases by what they buy. */
function isSameAmount(entry: ActivityEntry, { inputAmount, outputAmount }: SwapIntent): boolean {
  if (outputAmount === undefined) return !entry.purchase && BigInt(entry.inputAmount) === inputAmount
  return entry.purchase !== undefined && BigInt(entry.indicative) === outputAmount
}
