import type { MouseEvent, ReactNode } from 'react'
import { classNames } from '../../components/class-names.ts'
import { part } from '../../theme/part.ts'
import styles from './side-panel.module.css'

export interface SidePanelProps {
  side: 'input' | 'output'
  label: ReactNode
  /** Buttons next to the label that fill in the amount. */
  shortcuts?: ReactNode
  amount: ReactNode
  token: ReactNode
  /** The USD value below the amount. */
  value: ReactNode
  /** The balance below the token. */
  balance: ReactNode
}

/** The layout of one side of the trade. */
export function SidePanel({ side, label, shortcuts, amount, token, value, balance }: SidePanelProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the field, which has its own focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the field itself
    <div
      className={classNames(styles.panel, side === 'input' && styles.input)}
      {...part(`panel-${side}`)}
      onClick={focusField}
    >
      <div className={styles.head}>
        <div className={styles.label}>{label}</div>
        {shortcuts && <span className={styles.shortcuts}>{shortcuts}</span>}
      </div>
      <div className={styles.row}>
        {amount}
        {token}
      </div>
      <div className={styles.foot}>
        <span className={styles.value}>{value}</span>
        <span className={styles.balance}>{balance}</span>
      </div>
    </div>
  )
}

/** Focuses the amount field after a click next to the controls of a panel. */
function focusField({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('button, input, a')) return
  currentTarget.querySelector('input')?.focus()
}
