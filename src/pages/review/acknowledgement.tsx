import type { MouseEvent, ReactNode } from 'react'
import { Notice } from '../../components/notice.tsx'
import { part } from '../../theme/part.ts'
import styles from './acknowledgement.module.css'

export interface AcknowledgementProps {
  title: string
  children: ReactNode
  label: string
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** A warning with a checkbox that must be ticked before the swap continues. */
export function Acknowledgement({ title, children, label, accepted, onAccept }: AcknowledgementProps) {
  return (
    <Notice tone="negative" title={title}>
      {typeof children === 'string' ? <span>{children}</span> : children}
      <label className={styles.accept}>
        <input
          className={styles.box}
          {...part('acknowledgement', accepted ? 'checked' : 'unchecked')}
          type="checkbox"
          checked={accepted}
          onChange={(event) => onAccept(event.target.checked)}
        />
        <span>{label}</span>
      </label>
    </Notice>
  )
}

/** Focuses the first unticked acknowledgement of the widget. */
export function focusMissingAcknowledgement({ currentTarget }: MouseEvent<HTMLElement>): void {
  const root = currentTarget.closest('[data-sluice-root]')
  const box = root?.querySelector<HTMLElement>('[data-part="acknowledgement"]:not(:checked)')
  box?.focus()
}
