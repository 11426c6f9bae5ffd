import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { ActivityEntry } from '../../store/types.ts'
import styles from './activity.module.css'

export interface ClearActivityProps {
  entries: readonly ActivityEntry[]
  onEnd: (isCleared: boolean) => void
}

/** Clears the completed and failed swaps after a confirmation. */
export function ClearActivity({ entries, onEnd }: ClearActivityProps) {
  const { t } = useTranslation()
  const { activity } = useWidget()
  const area = useRef<HTMLElement>(null)
  useEffect(() => area.current?.querySelector('button')?.focus(), [])

  const clear = () => {
    const cleared = new Set(entries.filter(({ status }) => status !== 'pending').map(({ id }) => id))
    activity.setState(({ entries: all }) => ({ entries: all.filter(({ id }) => !cleared.has(id)) }))
    onEnd(true)
  }

  return (
    <section ref={area} className={styles.group} aria-label={t('activity.clear')}>
      <Notice tone="warning" title={t('activity.clear.title')}>
        {t('activity.clear.help')}
      </Notice>
      <div className={styles.actions}>
        <Button onClick={() => onEnd(false)}>{t('action.cancel')}</Button>
        <Button variant="primary" onClick={clear}>
          {t('action.clear')}
        </Button>
      </div>
    </section>
  )
}
