import { useTranslation } from '../../hooks/use-translation.ts'
import { isDropped } from '../../store/is-dropped.ts'
import type { ActivityEntry } from '../../store/types.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './activity-row.module.css'

type Shown = ActivityEntry['status'] | 'unknown'

const ICONS = {
  pending: 'clock',
  done: 'check',
  failed: 'alert',
  unknown: 'alert',
} as const satisfies Record<Shown, IconName>

export function ActivityStatus({ entry }: { entry: Pick<ActivityEntry, 'status' | 'errorCode'> }) {
  const { t } = useTranslation()
  const shown = toShown(entry)
  return (
    <span className={styles.status} data-status={shown}>
      <Icon name={ICONS[shown]} size={16} />
      <span>{t(`activity.status.${shown}`)}</span>
    </span>
  )
}

/** A dropped swap is shown as unknown: it is no longer watched, and may still be mined. */
export function toShown(entry: Pick<ActivityEntry, 'status' | 'errorCode'>): Shown {
  return isDropped(entry) ? 'unknown' : entry.status
}
