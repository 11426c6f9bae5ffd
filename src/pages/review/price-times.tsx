import { useEffect, useState } from 'react'
import { useCountdown } from '../../hooks/use-countdown.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './review-form.module.css'

/** How old the shown price is. `pricedAt`: milliseconds since the epoch; renders nothing if unknown. */
export function PriceAge({ pricedAt }: { pricedAt: number | undefined }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (pricedAt === undefined) return null
  return t('review.priceAge', { seconds: Math.max(0, Math.floor((now - pricedAt) / 1_000)) })
}

/** How long the checked quote may still be signed. `freshUntil`: milliseconds since the epoch. */
export function QuoteExpiry({ freshUntil }: { freshUntil: number }) {
  const { t } = useTranslation()
  const seconds = useCountdown(freshUntil)
  return (
    <p className={styles.help}>{seconds ? t('stage.checks.fresh', { seconds }) : t('stage.checks.stale')}</p>
  )
}
