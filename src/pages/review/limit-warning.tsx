import type { SwapIntent } from '../../execution/machine/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import { useBound } from './use-bound.ts'
import type { LimitConsent } from './use-limit-consent.ts'

/** A slippage limit that has to be acknowledged, with the amount that it leaves. */
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
