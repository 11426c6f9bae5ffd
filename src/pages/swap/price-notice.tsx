import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { decimalOf, impactLevel } from '../../components/impact.ts'
import { Notice } from '../../components/notice.tsx'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import { useCountdown } from '../../hooks/use-countdown.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useWords } from '../../hooks/use-words.ts'

export interface PriceNoticeProps {
  view: PriceView
  readiness: SwapReadiness
  onRefresh: () => void
}

/** The most important thing to know about the price, if there is one. */
export function PriceNotice({ view, readiness, onRefresh }: PriceNoticeProps) {
  const { t, format } = useWords()
  if (view.status === 'error') {
    return (
      <ErrorNotice error={view.error}>
        <NextTry at={view.nextRefreshAt} />
      </ErrorNotice>
    )
  }
  if (readiness.kind === 'error') return <ErrorNotice error={readiness.error} />
  if (view.status !== 'ready') return null
  if (view.isStale && view.error) {
    return (
      <Notice
        tone="warning"
        title={t('price.stale')}
        action={
          <Button size="small" onClick={onRefresh}>
            {t('price.refresh')}
          </Button>
        }
      >
        {t(`error.${view.error.code}.help`)}
      </Notice>
    )
  }
  const impactBps = decimalOf(view.price.priceImpactBps)
  if (impactBps !== undefined && impactLevel(impactBps) === 'high') {
    return (
      <Notice tone="negative" title={t('price.impactHigh.title', { percent: format.percent(impactBps) })}>
        {t('price.impactHigh.help')}
      </Notice>
    )
  }
  return null
}

/** When the price is asked for again by itself. */
function NextTry({ at }: { at: number | undefined }) {
  const { t } = useWords()
  const seconds = useCountdown(at)
  return seconds === undefined ? null : <> {t('price.retryIn', { seconds })}</>
}
