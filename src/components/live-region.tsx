import styles from './visually-hidden.module.css'

export interface LiveRegionProps {
  /** Announced when it changes. Keep it stable otherwise. */
  message: string
  /** `assertive` interrupts, for errors. Default `polite`. */
  politeness?: 'polite' | 'assertive'
}

/**
 * Announces a visible change to screen readers. Keep it mounted, so that the first message is
 * announced too.
 */
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
