import { lazy, Suspense } from 'react'
import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { HighLoss } from '../../components/high-loss.tsx'
import { impactLevel } from '../../components/impact.ts'
import { Notice } from '../../components/notice.tsx'
import { ValueNotice } from '../../components/value-notice.tsx'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useCountdown } from '../../hooks/use-countdown.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { usePriceInputs } from '../../hooks/use-price-inputs.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { withTexts } from '../../i18n/load-page-messages.ts'
import { parseDecimal } from '../../lib/amount.ts'
import { isLossAbove } from '../../lib/usd-value.ts'

const PriceOffers = lazy(async () => ({
  default: (await withTexts(import('./price-offers.tsx'))).PriceOffers,
}))

export interface PriceNoticeProps {
  view: PriceView
  value: TradeValueView
  readiness: SwapReadiness
  onRefresh: () => void
}

/** The most important notice about the price, if any. */
export function PriceNotice({ view, value, readiness, onRefresh }: PriceNoticeProps) {
  const { t } = useTranslation()
  const { valueLossBps } = useConfig()
  const { error: pairError } = usePriceInputs()
  if (view.status === 'error') {
    return (
      <ErrorNotice error={view.error}>
        <NextTry at={view.nextRefreshAt} />
      </ErrorNotice>
    )
  }
  // Before a wallet is connected, the main button asks for that first.
  if (pairError && readiness.kind === 'connect') return <ErrorNotice error={pairError} />
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
  const isLoss = isLossAbove(value.lossFraction, valueLossBps.warn)
  const isCostly = isLoss || impactLevel(parseDecimal(view.price.priceImpactBps)) === 'high'
  return (
    <>
      {isLoss ? <HighLoss value={value} /> : <HighImpact view={view} />}
      <Suspense>
        <PriceOffers view={view} isCostly={isCostly} />
      </Suspense>
      <ValueNotice value={value} {...view.inputs} />
    </>
  )
}

function HighImpact({ view }: { view: Extract<PriceView, { status: 'ready' }> }) {
  const { t, format } = useTranslation()
  const impactBps = parseDecimal(view.price.priceImpactBps)
  if (impactBps === undefined || impactLevel(impactBps) !== 'high') return null
  return (
    <Notice tone="negative" title={t('price.impactHigh.title', { percent: format.percent(impactBps) })}>
      {t('price.impactHigh.help')}
    </Notice>
  )
}

/** When the price is asked for again by itself. */
function NextTry({ at }: { at: number | undefined }) {
  const { t } = useTranslation()
  const seconds = useCountdown(at)
  return seconds === undefined ? null : <> {t('price.retryIn', { seconds })}</>
}
