import { useCountdown } from '../../hooks/use-countdown.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './review-form.module.css'

/** How long the checked quote may still be signed. `freshUntil`: milliseconds since the epoch. */
export function QuoteExpiry({ freshUntil }: { freshUntil: number }) {
  const { t } = useTranslation()
  const seconds = useCountdown(freshUntil)
  return (
    <p className={styles.help}>{seconds ? t('stage.checks.fresh', { seconds }) : t('stage.checks.stale')}</p>
  )
}
