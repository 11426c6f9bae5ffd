import { useId, useRef, useState } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import type { ActivityEntry } from '../../store/types.ts'
import styles from './activity.module.css'

const MORE = {
  path: 'M12 6.3a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6ZM12 12.8a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6ZM12 19.3a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6Z',
}

export interface ActivityMenuProps {
  entries: readonly ActivityEntry[]
  onSaved: (isSaved: boolean) => void
  onClear: () => void
}

/** A menu that exports the listed swaps, and clears the completed and failed ones. */
export function ActivityMenu({ entries, onSaved, onClear }: ActivityMenuProps) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)

  const close = () => {
    setIsOpen(false)
    // The focused item is about to be hidden.
    area.current?.querySelector('button')?.focus()
  }

  const save = async (format: 'csv' | 'json') => {
    close()
    try {
      const { exportActivity } = await import('./export-activity.ts')
      exportActivity(entries, format)
      onSaved(true)
    } catch {
      onSaved(false)
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own
    <div
      ref={area}
      role="group"
      className={styles.menu}
      onBlur={({ relatedTarget }) => {
        if (!area.current?.contains(relatedTarget)) setIsOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.preventDefault()
        close()
      }}
    >
      <IconButton
        icon={MORE}
        label={t('activity.menu')}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      />
      <div id={id} className={styles.items} hidden={!isOpen}>
        {(['csv', 'json'] as const).map((format) => (
          <button key={format} type="button" className={styles.item} onClick={() => void save(format)}>
            {t('activity.export', { format: format.toUpperCase() })}
          </button>
        ))}
        {entries.some(({ status }) => status !== 'pending') && (
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              close()
              onClear()
            }}
          >
            {t('activity.clear')}
          </button>
        )}
      </div>
    </div>
  )
}
