import { part } from '../theme/part.ts'
import { Button, type ButtonProps } from './button.tsx'
import styles from './danger-button.module.css'

export interface DangerButtonProps extends ButtonProps {
  /** False shows the ordinary main button, so that focus survives the change. */
  isDanger: boolean
}

/** The main button of a page whose action may lose much value. */
export function DangerButton({ isDanger, ...props }: DangerButtonProps) {
  const isIdle = props.busy || props.inactive
  return (
    <Button
      variant="primary"
      size="large"
      {...(isDanger && !isIdle && part('main-button', 'danger'))}
      {...(isDanger && { className: styles.danger })}
      {...props}
    />
  )
}
