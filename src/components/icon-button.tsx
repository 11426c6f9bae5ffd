import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  icon: IconName
  /** What it does, for everyone who cannot see the icon. */
  label: string
  /** A dot: something here differs from the default. The label must say it too. */
  marked?: boolean
}

export function IconButton({ icon, label, marked = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, className)}
      aria-label={label}
      title={label}
      data-marked={marked || undefined}
    >
      <Icon name={icon} />
    </button>
  )
}
