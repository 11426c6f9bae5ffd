import type { ReactNode } from 'react'
import styles from './amount-box.module.css'

/** Room for an amount of so many characters, written as large as fits. */
export function AmountBox({ length, children }: { length: number; children: ReactNode }) {
  // Not as `style`: in a server's answer a strict content security policy blocks that attribute.
  const setLength = (element: HTMLElement | null) => element?.style.setProperty('--length', String(length))
  return (
    <span ref={setLength} className={styles.box}>
      {children}
    </span>
  )
}
