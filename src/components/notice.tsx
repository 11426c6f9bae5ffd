import type { ReactNode } from 'react'
import { part } from '../theme/part.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

export interface NoticeProps {
  tone: 'neutral' | 'positive' | 'warning' | 'negative'
  title: string
  /** Details or instructions. */
  children?: ReactNode
  /** A small button. */
  action?: ReactNode
}

const icons: Record<NoticeProps['tone'], IconName> = {
  neutral: 'info',
  positive: 'check',
  warning: 'alert',
  negative: 'alert',
}

/** A message to the user: the situation first, then what to do. */
export function Notice({ tone, title, children, action }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone])} {...part('notice', tone)}>
      <span className={styles.icon}>
        <Icon name={icons[tone]} size={18} />
      </span>
      <div className={styles.body}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.text}>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
