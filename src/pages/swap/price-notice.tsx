import { lazy, Suspense } from 'react'
import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { withNeeds } from '../../components/later-parts.ts'
import { Notice } from '../../components/notice.tsx'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import { useCountdown } from '../../hooks/use-countdown.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { usePriceInputs } from '../../hooks/use-price-inputs.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

const PriceWarnings = lazy(async () => ({
  default: (await withNeeds(import('./price-warnings.tsx'))).PriceWarnings,
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
  if (view.isStale) {
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
        {view.error && t(`error.${view.error.code}.help`)}
      </Notice>
    )
  }
  return (
    <Suspense>
      <PriceWarnings view={view} value={value} />
    </Suspense>
  )
}

/** When the price is asked for again by itself. */
function NextTry({ at }: { at: number | undefined }) {
  const { t } = useTranslation()
  const seconds = useCountdown(at)
  return seconds === undefined ? null : <> {t('price.retryIn', { seconds })}</>
}
