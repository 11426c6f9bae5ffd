import { Icon, type IconName } from '../../components/icon.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { ActivityEntry } from '../../store/types.ts'
import styles from './activity.module.css'

const ICONS = { pending: 'clock', done: 'check', failed: 'alert' } as const satisfies Record<
  ActivityEntry['status'],
  IconName
>

/** The status of a swap in words and an icon. */
export function ActivityStatus({ status }: Pick<ActivityEntry, 'status'>) {
  const { t } = useTranslation()
  return (
    <span className={styles.status} data-status={status}>
      <Icon name={ICONS[status]} size={16} />
      {t(`activity.status.${status}`)}
    </span>
  )
}
