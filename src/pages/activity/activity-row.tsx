import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { ActivityEntry } from '../../store/types.ts'
import styles from './activity.module.css'
import { ActivityStatus } from './activity-status.tsx'

/** One swap of the list: opens its details. */
export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const { t, format, locale } = useTranslation()
  const { activity } = useWidget()
  const { push } = useNavigation()
  const { inputToken, outputToken, received, firm, indicative } = entry
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(entry.startedAt)
  const output = `${format.amount(BigInt(received ?? firm ?? indicative), outputToken.decimals)} ${outputToken.symbol}`
  return (
    <button
      type="button"
      className={styles.row}
      data-focus-key={`activity ${entry.id}`}
      data-status={entry.status}
      onClick={() => {
        activity.setState({ selected: entry.id })
        push('activity-details')
      }}
    >
      <span className={styles.pair}>
        <bdi>{`${format.amount(BigInt(entry.inputAmount), inputToken.decimals)} ${inputToken.symbol}`}</bdi>
        {' → '}
        <bdi>{received === undefined ? t('activity.about', { amount: output }) : output}</bdi>
      </span>
      <span className={styles.facts}>
        <ActivityStatus status={entry.status} />
        <time dateTime={new Date(entry.startedAt).toISOString()}>{time}</time>
      </span>
    </button>
  )
}
