import { Notice } from '../../components/notice.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import { LossWarning } from './loss-warning.tsx'
import type { ValueConsent } from './use-value-consent.ts'

export interface ValueWarningsProps {
  intent: SwapIntent
  value: TradeValueView
  consent: ValueConsent
}

/** What has to be acknowledged about the value of a trade, or why the host refuses it. */
export function ValueWarnings({ intent, value, consent }: ValueWarningsProps) {
  const { t } = useTranslation()
  const { loss, unknownPrice, blocked } = consent
  if (blocked) return <Blocked because={blocked} lossFraction={value.lossFraction} />
  return (
    <>
      {loss && <LossWarning intent={intent} value={value} accepted={loss.accepted} onAccept={loss.accept} />}
      {unknownPrice && (
        <Acknowledgement
          title={t('review.unknownPrice.title')}
          label={t('review.unknownPrice.accept')}
          accepted={unknownPrice.accepted}
          onAccept={unknownPrice.accept}
        >
          <p>{t('review.unknownPrice.help')}</p>
        </Acknowledgement>
      )}
    </>
  )
}

function Blocked({
  because,
  lossFraction = 0,
}: {
  because: NonNullable<ValueConsent['blocked']>
  lossFraction: number | undefined
}) {
  const { t, format } = useTranslation()
  const { block = 0 } = useConfig().valueLossBps
  return because === 'unknown-price' ? (
    <Notice tone="negative" title={t('review.blocked.unknownPrice.title')}>
      {t('review.blocked.unknownPrice.help')}
    </Notice>
  ) : (
    <Notice
      tone="negative"
      title={t('review.blocked.loss.title', { percent: format.percent(Math.round(lossFraction * 10_000)) })}
    >
      {t('review.blocked.loss.help', { limit: format.percent(block) })}
    </Notice>
  )
}
