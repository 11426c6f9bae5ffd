import { useState } from 'react'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { useActivity } from '../../hooks/use-activity.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './activity.module.css'
import { ActivityActions } from './activity-actions.tsx'
import { ActivityRow } from './activity-row.tsx'
import { type ActivityDay, groupByDay } from './group-by-day.ts'

/** The swaps that the connected account made in this browser, grouped by day. */
export function ActivityPage() {
  const { t } = useTranslation()
  const { entries } = useActivity()
  const [message, setMessage] = useState('')
  return (
    <Page title={t('activity.title')} phase={String(entries.length)}>
      {entries.length === 0 ? (
        <Notice tone="neutral" title={t('activity.none.title')}>
          {t('activity.none.help')}
        </Notice>
      ) : (
        <>
          {groupByDay(entries, Date.now()).map((day) => (
            <Day key={day.start} day={day} />
          ))}
          <ActivityActions entries={entries} onMessage={setMessage} />
          <p className={styles.kept}>{t('activity.kept')}</p>
        </>
      )}
      <LiveRegion message={message} />
    </Page>
  )
}

function Day({ day }: { day: ActivityDay }) {
  const { t, locale } = useTranslation()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(day.start)
  const title = day.age === 0 ? t('activity.today') : day.age === 1 ? t('activity.yesterday') : date
  return (
    <section aria-label={title}>
      <h3 className={styles.day}>{title}</h3>
      <ul className={styles.list}>
        {day.entries.map((entry) => (
          <li key={entry.id}>
            <ActivityRow entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}
