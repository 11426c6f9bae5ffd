import type { CSSProperties, ReactNode } from 'react'
import styles from './amount-box.module.css'

/** Room for an amount of so many characters, written as large as fits. */
export function AmountBox({ length, children }: { length: number; children: ReactNode }) {
  return (
    <span className={styles.box} style={{ '--length': length } as CSSProperties}>
      {children}
    </span>
  )
}
