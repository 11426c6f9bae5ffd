import type { PriceResult } from '../../wire/router.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { HIGH_SURGE_PERCENT } from '../lib/thresholds.ts'
import { Notice } from './notice.tsx'

type SurgePrice = Pick<PriceResult, 'surgeValue'>

/** Returns whether the reported sell-back loss is above `HIGH_SURGE_PERCENT`. */
export function hasHighSurge({ surgeValue }: SurgePrice): boolean {
  return typeof surgeValue === 'number' && surgeValue > HIGH_SURGE_PERCENT
}

/** Warns about a high sell-back loss. Renders nothing for a small or unknown one. */
export function SurgeNotice({ price }: { price: SurgePrice }) {
  const { t, format } = useTranslation()
  const { surgeValue } = price
  if (!surgeValue || !hasHighSurge(price)) return null
  return (
    <Notice tone="warning" title={t('price.surge.title', { percent: format.percent(surgeValue * 100) })}>
      {t('price.surge.help')}
    </Notice>
  )
}
