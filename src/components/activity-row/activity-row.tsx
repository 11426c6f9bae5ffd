import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { ActivityEntry } from '../../store/types.ts'
import { part } from '../../theme/part.ts'
import { Seal } from '../seal/seal.tsx'
import { TokenAvatar } from '../token-avatar.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import styles from './activity-row.module.css'
import { ActivityStatus } from './activity-status.tsx'

export interface ActivityRowProps {
  entry: ActivityEntry
  /** The present value of what was paid. Not shown if undefined. */
  usd: number | undefined
}

/** A swap with its tokens, amounts, value and status. Opens its details. */
export function ActivityRow({ entry, usd }: ActivityRowProps) {
  const { t, format, locale, direction } = useTranslation()
  const { activity } = useWidget()
  const { push } = useNavigation()
  const { inputToken, outputToken, inputAmount, purchase, paid, received, firm, indicative } = entry
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(entry.startedAt)
  const output = `${format.amount(BigInt(received ?? firm ?? indicative), outputToken.decimals, outputToken.symbol)} ${outputToken.symbol}`
  const input = `${format.amount(BigInt((purchase && paid) ?? inputAmount), inputToken.decimals, inputToken.symbol)} ${inputToken.symbol}`
  const isInputEstimate = purchase !== undefined && paid === undefined
  const isOutputEstimate = purchase === undefined && received === undefined
  const isSealed = firm !== undefined && !entry.isUnverified && entry.status !== 'failed'
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
      <span className={styles.logos}>
        <TokenAvatar token={inputToken} size={28} />
        <TokenAvatar token={outputToken} size={28} />
      </span>
      <span className={styles.words}>
        <span className={styles.pair}>
          <bdi>{isInputEstimate ? t('activity.about', { amount: input }) : input}</bdi>
          <span>{direction === 'rtl' ? ' ← ' : ' → '}</span>
          <bdi>{isOutputEstimate ? t('activity.about', { amount: output }) : output}</bdi>
        </span>
        <span className={styles.facts}>
          <ActivityStatus entry={entry} />
          <time dateTime={new Date(entry.startedAt).toISOString()}>{time}</time>
        </span>
      </span>
      <span className={styles.end}>
        {usd !== undefined && (
          <span translate="no" className={styles.usd}>
            {format.usd(usd)}
          </span>
        )}
        {isSealed && (
          <span title={t('stage.seal.closed')}>
            <Seal seed={entry.hash ?? entry.id} locks={[true]} size={22} />
            <VisuallyHidden>{t('stage.seal.closed')}</VisuallyHidden>
          </span>
        )}
      </span>
    </button>
  )
}
