import type { ReactNode } from 'react'
import styles from './amount-box.module.css'

/** A box that scales its font size to `length` characters. */
export function AmountBox({ length, children }: { length: number; children: ReactNode }) {
  // Not by the `style` attribute, which a strict content security policy blocks in server-rendered HTML.
  const setLength = (element: HTMLElement | null) => element?.style.setProperty('--length', String(length))
  return (
    <span ref={setLength} className={styles.box}>
      {children}
    </span>
  )
}
