import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useCountdown } from '../../hooks/use-countdown.ts'
import { useReviewPrice } from '../../hooks/use-review-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { REVIEWED_PRICE_MS } from '../../lib/thresholds.ts'
import styles from './review-form.module.css'

/**
 * The age of the shown price with a refresh button.
 *
 * @param pricedAt Milliseconds since the epoch. Renders nothing if undefined.
 * @param isOld Whether the main button refreshes instead.
 */
export function PriceAge({ pricedAt, isOld }: { pricedAt: number | undefined; isOld: boolean }) {
  const { t } = useTranslation()
  const { refresh, ...view } = useReviewPrice()
  const [now, setNow] = useState(() => Date.now())
  // Only a refresh by click makes the button busy.
  const [requestedAt, setRequestedAt] = useState<number>()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (pricedAt === undefined) return null
  const hasFailed = view.status === 'ready' && view.error !== undefined
  const age = t('review.priceAge', { seconds: Math.max(0, Math.floor((now - pricedAt) / 1_000)) })
  return (
    <p className={styles.age}>
      <span>{hasFailed ? `${t('price.stale')}. ${age}` : age}</span>
      {view.status === 'ready' && !isOld && (
        <Button
          variant="quiet"
          size="small"
          busy={view.isRefreshing && requestedAt === view.updatedAt}
          onClick={() => {
            setRequestedAt(view.updatedAt)
            refresh()
          }}
        >
          {t('price.refresh')}
        </Button>
      )}
    </p>
  )
}

/**
 * Returns whether the price is older than `REVIEWED_PRICE_MS`, because refreshes failed or the
 * device slept. `checkOld` reads the clock, because timers stop during sleep.
 *
 * @param pricedAt Milliseconds since the epoch. An undefined price is never old.
 */
export function useOldPrice(pricedAt: number | undefined): { isOld: boolean; checkOld: () => boolean } {
  const [oldAt, setOldAt] = useState<number>()
  const checkOld = useCallback(() => {
    const isOld = pricedAt !== undefined && Date.now() >= pricedAt + REVIEWED_PRICE_MS
    if (isOld) setOldAt(pricedAt)
    return isOld
  }, [pricedAt])
  useEffect(() => {
    checkOld()
    const timer = setInterval(checkOld, 1_000)
    document.addEventListener('visibilitychange', checkOld)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', checkOld)
    }
  }, [checkOld])
  return { isOld: pricedAt !== undefined && oldAt === pricedAt, checkOld }
}

/**
 * Shows how long the verified quote can be signed.
 *
 * @param freshUntil Milliseconds since the epoch.
 */
export function QuoteExpiry({ freshUntil }: { freshUntil: number }) {
  const { t } = useTranslation()
  const seconds = useCountdown(freshUntil)
  return (
    <p className={styles.help}>{seconds ? t('stage.checks.fresh', { seconds }) : t('stage.checks.stale')}</p>
  )
}
