import type { ReactNode } from 'react'
import { part } from '../theme/part.ts'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

export function Card({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div className={classNames(styles.card, className)} {...part('card')}>
      {children}
    </div>
  )
}
