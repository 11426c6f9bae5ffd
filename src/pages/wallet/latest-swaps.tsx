import { ActivityRow } from '../../components/activity-row/activity-row.tsx'
import { Button } from '../../components/button.tsx'
import { useActivity } from '../../hooks/use-activity.ts'
import { useActivityValues } from '../../hooks/use-activity-values.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './latest-swaps.module.css'

const MAX_ROWS = 3

/** The latest swaps of the account and a button to all of them. Renders nothing without a swap. */
export function LatestSwaps() {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const entries = useActivity().entries.slice(0, MAX_ROWS)
  const values = useActivityValues(entries)
  if (entries.length === 0) return null
  return (
    <section className={styles.swaps} aria-label={t('wallet.latestSwaps')}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('wallet.latestSwaps')}</h3>
        <Button variant="quiet" size="small" data-focus-key="activity" onClick={() => push('activity')}>
          {t('activity.title')}
        </Button>
      </div>
      <ul className={styles.swaps}>
        {entries.map((entry, index) => (
          <li key={entry.id}>
            <ActivityRow entry={entry} usd={values[index]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
