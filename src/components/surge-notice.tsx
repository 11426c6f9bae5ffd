import { useTranslation } from '../hooks/use-translation.ts'
import { HIGH_SURGE_PERCENT } from '../lib/thresholds.ts'
import type { PriceResult } from '../wire/router.ts'
import { Notice } from './notice.tsx'

/** What the service says would be lost by selling back at once. Renders nothing where that is little or not told. */
export function SurgeNotice({ price: { surgeValue } }: { price: Pick<PriceResult, 'surgeValue'> }) {
  const { t, format } = useTranslation()
  if (typeof surgeValue !== 'number' || surgeValue <= HIGH_SURGE_PERCENT) return null
  return (
    <Notice tone="warning" title={t('price.surge.title', { percent: format.percent(surgeValue * 100) })}>
      {t('price.surge.help')}
    </Notice>
  )
}
