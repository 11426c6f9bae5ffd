import type { ButtonHTMLAttributes } from 'react'
import { part } from '../theme/part.ts'
import { classNames } from './class-names.ts'
import { Icon, type IconProps } from './icon.tsx'
import styles from './icon-button.module.css'

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  icon: IconProps['name']
  /** The accessible name. */
  label: string
  /** Shows a dot for a changed setting or a pending swap. The label must mention it too. */
  marked?: boolean
}

export function IconButton({ icon, label, marked = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...part('icon-button')}
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
