import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { ActivityEntry } from '../../store/types.ts'
import { part } from '../../theme/part.ts'
import styles from './activity.module.css'
import { ActivityStatus } from './activity-status.tsx'

export function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const { t, format, locale, direction } = useTranslation()
  const { activity } = useWidget()
  const { push } = useNavigation()
  const { inputToken, outputToken, inputAmount, purchase, paid, received, firm, indicative } = entry
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(entry.startedAt)
  const output = `${format.amount(BigInt(received ?? firm ?? indicative), outputToken.decimals, outputToken.symbol)} ${outputToken.symbol}`
  const input = `${format.amount(BigInt((purchase && paid) ?? inputAmount), inputToken.decimals, inputToken.symbol)} ${inputToken.symbol}`
  const isInputEstimate = purchase !== undefined && paid === undefined
  const isOutputEstimate = purchase === undefined && received === undefined
  return (
    <button
      type="button"
      className={styles.row}
      data-focus-key={`activity ${entry.id}`}
      {...part('activity', entry.status)}
      onClick={() => {
        activity.setState({ selected: entry.id })
        push('activity-details')
      }}
    >
      <span className={styles.pair}>
        <bdi>{isInputEstimate ? t('activity.about', { amount: input }) : input}</bdi>
        <span>{direction === 'rtl' ? ' ← ' : ' → '}</span>
        <bdi>{isOutputEstimate ? t('activity.about', { amount: output }) : output}</bdi>
      </span>
      <span className={styles.facts}>
        <ActivityStatus entry={entry} />
        <time dateTime={new Date(entry.startedAt).toISOString()}>{time}</time>
      </span>
    </button>
  )
}
