import type { ButtonHTMLAttributes, MouseEventHandler } from 'react'
import { part } from '../theme/part.ts'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** `primary` is the one main action of a page. Default `secondary`. */
  variant?: 'primary' | 'secondary' | 'quiet'
  /** `large` spans the widget. Default `medium`. */
  size?: 'large' | 'medium' | 'small'
  /** Disabled, but focusable and readable: the label says why. */
  inactive?: boolean
  /** A click while inactive: point at what is missing. Default: nothing happens. */
  onInactiveClick?: MouseEventHandler<HTMLButtonElement> | undefined
  /** Shows that something is under way; does nothing meanwhile. */
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
