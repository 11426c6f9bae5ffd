import styles from './visually-hidden.module.css'

export interface LiveRegionProps {
  /** Read out when it changes. Keep it the same while nothing new is to be said. */
  message: string
  /** `assertive` interrupts: for what went wrong. Default `polite`. */
  politeness?: 'polite' | 'assertive'
}

/** Says to a screen reader what others see change. Stays mounted, so that the first message is heard too. */
export function LiveRegion({ message, politeness = 'polite' }: LiveRegionProps) {
  return (
    <div
      className={styles.hidden}
      role={politeness === 'assertive' ? 'alert' : 'status'}
      aria-live={politeness}
      aria-atomic="true"
    >
      {message}
    </div>
  )
}
