import { HighLoss } from '../../components/high-loss.tsx'
import { impactLevel } from '../../components/impact.ts'
import { Notice } from '../../components/notice.tsx'
import { ValueNotice } from '../../components/value-notice.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import type { ReadyPrice } from '../../hooks/use-price.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { parseDecimal } from '../../lib/amount.ts'
import { isLossAbove } from '../../lib/usd-value.ts'
import { PriceOffers } from './price-offers.tsx'

/** What speaks against a price, and what would do better. */
export function PriceWarnings({ view, value }: { view: ReadyPrice; value: TradeValueView }) {
  const config = useConfig()
  const isLoss = isLossAbove(value.lossFraction, config.valueLossBps.warn)
  const isCostly = isLoss || impactLevel(parseDecimal(view.price.priceImpactBps), config) === 'high'
  return (
    <>
      {isLoss ? <HighLoss value={value} /> : <HighImpact view={view} />}
      <PriceOffers view={view} isCostly={isCostly} />
      <ValueNotice value={value} {...view.inputs} />
    </>
  )
}

function HighImpact({ view }: { view: ReadyPrice }) {
  const { t, format } = useTranslation()
  const config = useConfig()
  const impactBps = parseDecimal(view.price.priceImpactBps)
  if (impactBps === undefined || impactLevel(impactBps, config) !== 'high') return null
  return (
    <Notice tone="negative" title={t('price.impactHigh.title', { percent: format.percent(impactBps) })}>
      {t('price.impactHigh.help')}
    </Notice>
  )
}
