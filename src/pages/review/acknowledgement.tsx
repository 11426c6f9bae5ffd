import type { ReactNode } from 'react'
import { Notice } from '../../components/notice.tsx'
import styles from './acknowledgement.module.css'

export interface AcknowledgementProps {
  title: string
  children: ReactNode
  /** What the person says by ticking the box. */
  label: string
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** A warning that needs a yes of its own before the swap goes on. */
export function Acknowledgement({ title, children, label, accepted, onAccept }: AcknowledgementProps) {
  return (
    <Notice tone="negative" title={title}>
      {children}
      <label className={styles.accept}>
        <input
          className={styles.box}
          type="checkbox"
          checked={accepted}
          onChange={(event) => onAccept(event.target.checked)}
        />
        {label}
      </label>
    </Notice>
  )
}
