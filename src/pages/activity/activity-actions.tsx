import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { ActivityEntry } from '../../store/types.ts'
import styles from './activity.module.css'

export interface ActivityActionsProps {
  entries: readonly ActivityEntry[]
  /** Receives the result of an action as a text for screen readers. */
  onMessage: (message: string) => void
}

/** Buttons that export the listed entries, and clear the completed and failed ones. */
export function ActivityActions({ entries, onMessage }: ActivityActionsProps) {
  const { t } = useTranslation()
  const { activity } = useWidget()
  const [hasFailed, setHasFailed] = useState(false)
  const [isConfirming, setIsConfirming] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const wasConfirming = useRef(false)
  const ended = entries.filter(({ status }) => status !== 'pending')

  useEffect(() => {
    if (wasConfirming.current === isConfirming) return
    wasConfirming.current = isConfirming
    // The focused button has been unmounted.
    area.current?.querySelector<HTMLElement>('[data-clear]')?.focus()
  }, [isConfirming])

  const save = async (format: 'csv' | 'json') => {
    setHasFailed(false)
    try {
      const { exportActivity } = await import('./export-activity.ts')
      exportActivity(entries, format)
      onMessage(t('activity.exported'))
    } catch {
      setHasFailed(true)
      onMessage(t('activity.exportFailed'))
    }
  }

  const clear = () => {
    const cleared = new Set(ended.map(({ id }) => id))
    setIsConfirming(false)
    activity.setState(({ entries: all }) => ({ entries: all.filter(({ id }) => !cleared.has(id)) }))
    onMessage(t('activity.cleared'))
  }

  return (
    <div ref={area} className={styles.group}>
      <div className={styles.actions}>
        <Button onClick={() => void save('csv')}>{t('activity.export', { format: 'CSV' })}</Button>
        <Button onClick={() => void save('json')}>{t('activity.export', { format: 'JSON' })}</Button>
        {ended.length > 0 && !isConfirming && (
          <Button variant="quiet" data-clear="" onClick={() => setIsConfirming(true)}>
            {t('activity.clear')}
          </Button>
        )}
      </div>
      {hasFailed && <Notice tone="warning" title={t('activity.exportFailed')} />}
      {isConfirming && (
        <section className={styles.group} aria-label={t('activity.clear')}>
          <Notice tone="warning" title={t('activity.clear.title')}>
            {t('activity.clear.help')}
          </Notice>
          <div className={styles.actions}>
            <Button data-clear="" onClick={() => setIsConfirming(false)}>
              {t('action.cancel')}
            </Button>
            <Button variant="primary" onClick={clear}>
              {t('action.clear')}
            </Button>
          </div>
        </section>
      )}
    </div>
  )
}
