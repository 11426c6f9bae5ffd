import type { ReactNode } from 'react'
import styles from './side-panel.module.css'

export interface SidePanelProps {
  side: 'input' | 'output'
  label: ReactNode
  amount: ReactNode
  token: ReactNode
  /** Below the amount: its USD value. */
  value: ReactNode
  /** Below the token: the balance. */
  balance: ReactNode
}

/** The layout of one side of the trade. */
export function SidePanel({ side, label, amount, token, value, balance }: SidePanelProps) {
  return (
    <div className={styles.panel} data-part={`panel-${side}`}>
      <p className={styles.label}>{label}</p>
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
