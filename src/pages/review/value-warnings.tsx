import { parseDecimal } from '../../../wire/lib/amount.ts'
import { Notice } from '../../components/notice.tsx'
import { areValuesDisputed, useUnknownValue, ValueDisagreements } from '../../components/value-notice.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import { LossWarning } from './loss-warning.tsx'
import { type ValueConsent, worstLoss } from './use-value-consent.ts'

export interface ValueWarningsProps {
  intent: SwapIntent
  value: TradeValueView
  consent: ValueConsent
}

/** Returns whether the value of a trade needs a warning. */
export function hasValueWarnings({ value, consent }: Pick<ValueWarningsProps, 'value' | 'consent'>): boolean {
  const { loss, unknownPrice, blocked } = consent
  return Boolean(loss || unknownPrice || blocked || areValuesDisputed(value))
}

/**
 * The warnings about a trade's value, their acknowledgements, or the reason why the host blocks it.
 */
export function ValueWarnings({ intent, value, consent }: ValueWarningsProps) {
  const { t } = useTranslation()
  const { loss, unknownPrice, blocked } = consent
  const unknown = useUnknownValue({ value, ...intent })
  return (
    <>
      <ValueDisagreements value={value} {...intent} />
      {blocked === 'loss' && (
        <LossBlocked lossFraction={worstLoss(value, parseDecimal(intent.price.priceImpactBps))} />
      )}
      {blocked === 'unknown-price' && unknown && (
        <Notice tone="negative" title={unknown.title}>
          {t('review.blocked.unknownPrice.help')}
        </Notice>
      )}
      {!blocked && loss && (
        <LossWarning intent={intent} value={value} accepted={loss.accepted} onAccept={loss.accept} />
      )}
      {!blocked && unknownPrice && unknown && (
        <Acknowledgement
          title={unknown.title}
          label={t('review.unknownPrice.accept')}
          accepted={unknownPrice.accepted}
          onAccept={unknownPrice.accept}
        >
          <p>{unknown.kind === 'unconfirmed' ? unknown.help : t('review.unknownPrice.help')}</p>
        </Acknowledgement>
      )}
    </>
  )
}

function LossBlocked({ lossFraction = 0 }: { lossFraction: number | undefined }) {
  const { t, format } = useTranslation()
  const { block = 0 } = useConfig().valueLossBps
  return (
    <Notice
      tone="negative"
      title={t('review.blocked.loss.title', { percent: format.percent(Math.round(lossFraction * 10_000)) })}
    >
      {t('review.blocked.loss.help', { limit: format.percent(block) })}
    </Notice>
  )
}
