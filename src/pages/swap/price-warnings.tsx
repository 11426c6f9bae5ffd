import { parseDecimal } from '../../../wire/lib/amount.ts'
import { Button } from '../../components/button.tsx'
import { HighLoss } from '../../components/high-loss.tsx'
import { impactLevel } from '../../components/impact.ts'
import { Notice } from '../../components/notice.tsx'
import { ValueNotice } from '../../components/value-notice.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useCountdown } from '../../hooks/use-countdown.ts'
import type { ReadyPrice } from '../../hooks/use-price.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isLossAbove } from '../../lib/usd-value.ts'
import { PriceOffers } from './price-offers.tsx'

export interface PriceWarningsProps {
  view: ReadyPrice
  value: TradeValueView
  onRefresh: () => void
}

/** Warnings about an old price, else about its value, and better alternatives. */
export function PriceWarnings({ view, value, onRefresh }: PriceWarningsProps) {
  const config = useConfig()
  if (view.isStale) return <StalePrice view={view} onRefresh={onRefresh} />
  const isCostly =
    isLossAbove(value.lossFraction, config.valueLossBps.warn) ||
    impactLevel(parseDecimal(view.price.priceImpactBps), config) === 'high'
  return (
    <>
      {isCostly && <HighLoss price={view.price} value={value} />}
      <PriceOffers view={view} isCostly={isCostly} />
      <ValueNotice value={value} {...view.inputs} />
    </>
  )
}

/** Explains why the price is old and how to refresh it. */
function StalePrice({ view: { error, isIdle }, onRefresh }: Omit<PriceWarningsProps, 'value'>) {
  const { t } = useTranslation()
  if (error) {
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
        {t(`error.${error.code}.help`)}
      </Notice>
    )
  }
  if (!isIdle) return <Notice tone="neutral" title={t('price.refreshing')} />
  return (
    <Notice tone="neutral" title={t('price.paused')}>
      {t('price.paused.help')}
    </Notice>
  )
}

/** The countdown to the next automatic price request. */
export function NextTry({ at }: { at: number | undefined }) {
  const { t } = useTranslation()
  const seconds = useCountdown(at)
  return seconds === undefined ? null : <span>{` ${t('price.retryIn', { seconds })}`}</span>
}
