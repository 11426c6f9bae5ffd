import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { part } from '../theme/part.ts'
import { classNames } from './class-names.ts'
import styles from './detail-list.module.css'
import { Icon } from './icon.tsx'

/** A description list with a column of labels and a column of values. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>
}

export interface DetailProps {
  label: string
  /** An explanation of the label, shown on request with mouse, touch and keyboard. */
  help?: string
  /** Highlights the value. The text must convey the same without color. */
  tone?: 'plain' | 'warning' | 'negative' | 'positive'
  /** A second line under the value. */
  note?: ReactNode
  /** Content across the whole width under the row. */
  below?: ReactNode
  children: ReactNode
}

export function Detail({ label, help, tone = 'plain', note, below, children }: DetailProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isExplained, setIsExplained] = useState(false)
  return (
    <div className={styles.row} {...part('detail', tone)}>
      {/* The key replaces the element with its text: React cannot update a text that a translator
         replaced. */}
      <dt key={label} className={styles.label}>
        {label}
        {help && (
          <button
            type="button"
            className={styles.explain}
            aria-label={t('action.explain', { what: label })}
            aria-expanded={isExplained}
            aria-controls={id}
            onClick={() => setIsExplained(!isExplained)}
          >
            <Icon name="info" size={14} />
          </button>
        )}
      </dt>
      <dd className={styles.value}>
        <span className={classNames(tone !== 'plain' && styles[tone])}>{children}</span>
        {note && <span className={styles.note}>{note}</span>}
      </dd>
      {below && <dd className={styles.below}>{below}</dd>}
      {help && (
        <dd id={id} className={styles.help} hidden={!isExplained}>
          {help}
        </dd>
      )}
    </div>
  )
}
