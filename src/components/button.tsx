import type { ButtonHTMLAttributes, MouseEventHandler } from 'react'
import { part } from '../theme/part.ts'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** `primary` is the single main action of a page. Default `secondary`. */
  variant?: 'primary' | 'secondary' | 'quiet'
  /** `large` spans the widget. Default `medium`. */
  size?: 'large' | 'medium' | 'small'
  /** Disabled, but focusable, because the label explains the reason. */
  inactive?: boolean
  /** Called on a click while inactive, e.g. to focus the missing input. */
  onInactiveClick?: MouseEventHandler<HTMLButtonElement> | undefined
  /** Shows a pending action and ignores clicks. */
  busy?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'medium',
  inactive = false,
  busy = false,
  className,
  onClick,
  onInactiveClick,
  children,
  ...rest
}: ButtonProps) {
  const idle = inactive || busy
  return (
    <button
      type="button"
      {...part(size === 'large' ? 'main-button' : 'button', busy ? 'busy' : inactive ? 'disabled' : variant)}
      {...rest}
      className={classNames(styles.button, styles[variant], styles[size], className)}
      aria-disabled={idle || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (!idle) return onClick?.(event)
        event.preventDefault()
        if (!busy) onInactiveClick?.(event)
      }}
    >
      {busy && <Spinner />}
      {typeof children === 'string' ? <span>{children}</span> : children}
    </button>
  )
}
