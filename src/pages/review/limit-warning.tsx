import { useState } from 'react'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { HIGH_VALUE_LOSS_BPS } from '../../lib/thresholds.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import { useBound } from './use-bound.ts'

export interface LimitConsent {
  accepted: boolean
  accept: (accepted: boolean) => void
  /** Emits the acknowledgement. Called on Confirm. */
  confirm: () => void
}

/**
 * A slippage limit allows a loss of its own size, so a limit above `valueLossBps.confirm` or above
 * 5 % needs an acknowledgement. A changed limit needs a new one.
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

/** A slippage limit that needs an acknowledgement, with the amount it guarantees. */
export function LimitWarning({ intent, consent }: { intent: SwapIntent; consent: LimitConsent }) {
  const { t, format } = useTranslation()
  const bound = useBound({ intent, verified: undefined })
  const isPurchase = intent.outputAmount !== undefined
  return (
    <Acknowledgement
      title={t(isPurchase ? 'review.highSlippage.titleMore' : 'review.highSlippage.title', {
        percent: format.percent(intent.slippageBps),
      })}
      label={t('review.highLoss.accept')}
      accepted={consent.accepted}
      onAccept={consent.accept}
    >
      <p>{bound}</p>
    </Acknowledgement>
  )
}
