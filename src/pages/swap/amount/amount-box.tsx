import type { ReactNode } from 'react'
import styles from './amount-box.module.css'

/** Scales the font size of its content to `length` characters. */
export function AmountBox({ length, children }: { length: number; children: ReactNode }) {
  // A strict content security policy blocks the `style` attribute in server-rendered HTML.
  const setLength = (element: HTMLElement | null) => element?.style.setProperty('--length', String(length))
  return (
    <span ref={setLength} className={styles.box}>
      {children}
    </span>
  )
}
