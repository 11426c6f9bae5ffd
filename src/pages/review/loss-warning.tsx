import { decimalOf } from '../../components/impact.ts'
import { Notice } from '../../components/notice.tsx'
import type { SwapIntent } from '../../execution/types.ts'
import { useWords } from '../../hooks/use-words.ts'
import { receivedUsd } from '../../lib/received-usd.ts'
import styles from './loss-warning.module.css'

export interface LossWarningProps {
  intent: SwapIntent
  /** A fraction: 0.12 is 12 %. */
  loss: number
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** A loss so high that it needs a yes of its own. */
export function LossWarning({ intent, loss, accepted, onAccept }: LossWarningProps) {
  const { t, format } = useWords()
  const percent = format.percent(Math.round(loss * 10_000))
  return (
    <Notice tone="negative" title={t('review.highLoss.title', { percent })}>
      <p>
        {t('review.highLoss.help', {
          input: format.usd(decimalOf(intent.price.inputAmountUSD) ?? 0),
          output: format.usd(receivedUsd(intent.price) ?? 0),
        })}
      </p>
      <label className={styles.accept}>
        <input
          className={styles.box}
          type="checkbox"
          checked={accepted}
          onChange={(event) => onAccept(event.target.checked)}
        />
        {t('review.highLoss.accept')}
      </label>
    </Notice>
  )
}
