import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useCountdown } from '../../hooks/use-countdown.ts'
import { usePrice } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './review-form.module.css'

/**
 * How old the shown price is, and a button that asks for another: in a review it does not change by itself. `pricedAt`:
 * milliseconds since the epoch; renders nothing if unknown.
 */
export function PriceAge({ pricedAt }: { pricedAt: number | undefined }) {
  const { t } = useTranslation()
  const { refresh, ...view } = usePrice()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (pricedAt === undefined) return null
  const hasFailed = view.status === 'ready' && view.error !== undefined
  return (
    <p className={styles.age}>
      <span>
        {hasFailed && `${t('price.stale')}. `}
        {t('review.priceAge', { seconds: Math.max(0, Math.floor((now - pricedAt) / 1_000)) })}
      </span>
      {view.status === 'ready' && (
        <Button variant="quiet" size="small" busy={view.isRefreshing} onClick={refresh}>
          {t('price.refresh')}
        </Button>
      )}
    </p>
  )
}

/** How long the checked quote may still be signed. `freshUntil`: milliseconds since the epoch. */
export function QuoteExpiry({ freshUntil }: { freshUntil: number }) {
  const { t } = useTranslation()
  const seconds = useCountdown(freshUntil)
  return (
    <p className={styles.help}>{seconds ? t('stage.checks.fresh', { seconds }) : t('stage.checks.stale')}</p>
  )
}
