import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

interface PanelProps {
  title: string
  action?: ReactNode
  children: ReactNode
  className?: string | undefined
}

export function Panel({ title, action, children, className }: PanelProps) {
  const id = useId()
  return (
    <section className={className ? `${styles.panel} ${className}` : styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
