import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './detail-list.module.css'

/** A description list in two columns: label and value. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className={styles.list}>{children}</dl>
}

export interface DetailProps {
  label: string
  /** A tooltip that explains the label. */
  help?: string
  /** Highlights the value. The text has to convey the same without color. */
  tone?: 'plain' | 'warning' | 'negative' | 'positive'
  /** A second line under the value. */
  note?: ReactNode
  children: ReactNode
}

export function Detail({ label, help, tone = 'plain', note, children }: DetailProps) {
  return (
    <div className={styles.row}>
      <dt className={styles.label} title={help}>
        {label}
      </dt>
      <dd className={styles.value}>
        <span className={classNames(tone !== 'plain' && styles[tone])}>{children}</span>
        {note && <span className={styles.note}>{note}</span>}
      </dd>
    </div>
  )
}
