import { useState } from 'react'
import { ActivityRow } from '../../components/activity-row/activity-row.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { useActivity } from '../../hooks/use-activity.ts'
import { useActivityValues } from '../../hooks/use-activity-values.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { ActivityEntry } from '../../store/types.ts'
import styles from './activity.module.css'
import { ActivityMenu } from './activity-menu.tsx'
import { ClearActivity } from './clear-activity.tsx'
import { type ActivityDay, groupByDay } from './group-by-day.ts'

/** The swaps that the connected account made in this browser, grouped by day. */
export function ActivityPage() {
  const { t } = useTranslation()
  const { entries } = useActivity()
  const values = useActivityValues(entries)
  const [message, setMessage] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  const [isClearing, setIsClearing] = useState(false)
  const onSaved = (isSaved: boolean) => {
    setHasFailed(!isSaved)
    setMessage(t(isSaved ? 'activity.exported' : 'activity.exportFailed'))
  }
  const menu = <ActivityMenu entries={entries} onSaved={onSaved} onClear={() => setIsClearing(true)} />
  return (
    <Page title={t('activity.title')} phase={String(entries.length)} actions={entries.length > 0 && menu}>
      {hasFailed && <Notice tone="warning" title={t('activity.exportFailed')} />}
      {isClearing && (
        <ClearActivity
          entries={entries}
          onEnd={(isCleared) => {
            setIsClearing(false)
            if (isCleared) setMessage(t('activity.cleared'))
          }}
        />
      )}
      {entries.length === 0 ? (
        <Notice tone="neutral" title={t('activity.none.title')}>
          {t('activity.none.help')}
        </Notice>
      ) : (
        <>
          {groupByDay(entries, Date.now()).map((day) => (
            <Day key={day.start} day={day} getUsd={(entry) => values[entries.indexOf(entry)]} />
          ))}
          <p className={styles.kept}>{t('activity.kept')}</p>
        </>
      )}
      <LiveRegion message={message} />
    </Page>
  )
}

interface DayProps {
  day: ActivityDay
  getUsd: (entry: ActivityEntry) => number | undefined
}

function Day({ day, getUsd }: DayProps) {
  const { t, locale } = useTranslation()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(day.start)
  const title = day.age === 0 ? t('activity.today') : day.age === 1 ? t('activity.yesterday') : date
  return (
    <section aria-label={title}>
      <h3 className={styles.day}>{title}</h3>
      <ul className={styles.list}>
        {day.entries.map((entry) => (
          <li key={entry.id}>
            <ActivityRow entry={entry} usd={getUsd(entry)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
