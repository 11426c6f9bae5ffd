import { useTranslation } from '../hooks/use-translation.ts'
import styles from './refresh-ring.module.css'
import { sized } from './sized.ts'

export interface RefreshRingProps {
  /** Seconds until the next refresh. Undefined if none is scheduled. */
  secondsLeft: number | undefined
  /** Seconds between two refreshes. */
  period: number
  isRefreshing: boolean
  onRefresh: () => void
}

const RADIUS = 9
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

/** Shows the time until the next price. A click refreshes it. */
export function RefreshRing({ secondsLeft, period, isRefreshing, onRefresh }: RefreshRingProps) {
  const { t } = useTranslation()
  const left = secondsLeft === undefined ? 0 : Math.min(1, Math.max(0, secondsLeft / period))
  const label = isRefreshing ? t('price.refreshing') : t('price.refresh')
  return (
    <button
      type="button"
      className={styles.ring}
      data-refreshing={isRefreshing || undefined}
      aria-label={label}
      title={secondsLeft === undefined ? label : t('price.refreshIn', { seconds: secondsLeft })}
      onClick={onRefresh}
    >
      <svg ref={sized('24px')} aria-hidden="true" viewBox="0 0 24 24" fill="none" strokeWidth="2">
        <circle className={styles.track} cx="12" cy="12" r={RADIUS} />
        <circle
          className={styles.hand}
          cx="12"
          cy="12"
          r={RADIUS}
          strokeLinecap="round"
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - (isRefreshing ? 0.25 : left))}
          transform="rotate(-90 12 12)"
        />
      </svg>
      <span translate="no" className={styles.seconds} aria-hidden="true">
        {isRefreshing || secondsLeft === undefined ? '' : secondsLeft}
      </span>
    </button>
  )
}
