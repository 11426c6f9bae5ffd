import { useEffect, useState } from 'react'
import { useTranslation } from '../hooks/use-translation.ts'
import { SHOW_ELAPSED_AFTER_MS } from '../lib/thresholds.ts'
import styles from './elapsed-time.module.css'

export interface ElapsedTimeProps {
  /** Milliseconds since the epoch. Default: the first render. */
  since?: number | undefined
}

/** Shows the elapsed time after the first seconds. Changes are not announced. */
export function ElapsedTime({ since }: ElapsedTimeProps) {
  const { t } = useTranslation()
  const [renderedAt] = useState(() => Date.now())
  const [now, setNow] = useState(renderedAt)
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const elapsedMs = now - (since ?? renderedAt)
  if (elapsedMs < SHOW_ELAPSED_AFTER_MS) return null
  const total = Math.floor(elapsedMs / 1_000)
  const [minutes, seconds] = [Math.floor(total / 60), total % 60]
  return (
    <span className={styles.elapsed} role="timer">
      {minutes === 0
        ? t('stage.elapsed.seconds', { seconds })
        : t('stage.elapsed.minutes', { minutes, seconds })}
    </span>
  )
}
