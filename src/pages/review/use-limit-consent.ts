import { useState } from 'react'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { HIGH_VALUE_LOSS_BPS } from '../../lib/thresholds.ts'

export interface LimitConsent {
  accepted: boolean
  accept: (accepted: boolean) => void
  /** Called on Confirm. Emits the acknowledgement. */
  confirm: () => void
}

/**
 * A slippage limit allows a loss of its own size, so a limit above `valueLossBps.confirm`, or above
 * 5 %, needs an acknowledgement. Another limit needs another one.
 */
export function useLimitConsent({ id, slippageBps }: SwapIntent): LimitConsent | undefined {
  const { emit } = useWidget()
  const { confirm } = useConfig().valueLossBps
  const [acceptedBps, setAcceptedBps] = useState<number>()
  if (slippageBps <= Math.min(confirm, HIGH_VALUE_LOSS_BPS)) return undefined
  return {
    accepted: acceptedBps === slippageBps,
    accept: (accepted) => setAcceptedBps(accepted ? slippageBps : undefined),
    confirm: () => emit('warningAccepted', { warning: 'high-slippage', routeId: id }),
  }
}
