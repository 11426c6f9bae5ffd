import { useEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { Notice } from '../../components/notice.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { hostSettings } from '../../store/host-settings.ts'
import { writeTokenMemory } from '../../store/stored-token-memory.ts'
import styles from './settings.module.css'

const NO_TOKENS = { pinned: [], recent: [], imported: [], accepted: [], pinnedChains: [] }

/** Clears all user choices after a confirmation: settings, recipients and tokens. */
export function ResetSettings() {
  const { t } = useTranslation()
  const { settings, tokenMemory, config, form } = useWidget()
  const [isConfirming, setIsConfirming] = useState(false)
  const [isDone, setIsDone] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const wasConfirming = useRef(false)

  useEffect(() => {
    if (wasConfirming.current === isConfirming) return
    wasConfirming.current = isConfirming
    // The focused button has been unmounted.
    area.current?.querySelector<HTMLElement>('button')?.focus()
  }, [isConfirming])

  const reset = () => {
    settings.setState(hostSettings(config.getState(), form.getState().inputChainId))
    tokenMemory.setState(NO_TOKENS)
    writeTokenMemory(config.getState().storageKey, NO_TOKENS)
    setIsConfirming(false)
    setIsDone(true)
  }

  return (
    <div ref={area}>
      {isConfirming ? (
        <section className={styles.setting} aria-label={t('settings.resetAll')}>
          <Notice tone="warning" title={t('settings.resetAll.title')}>
            {t('settings.resetAll.help')}
          </Notice>
          <div className={styles.actions}>
            <Button onClick={() => setIsConfirming(false)}>{t('action.cancel')}</Button>
            <Button variant="primary" onClick={reset}>
              {t('settings.resetAll.confirm')}
            </Button>
          </div>
        </section>
      ) : (
        <div className={styles.actions}>
          <Button variant="quiet" onClick={() => setIsConfirming(true)}>
            {t('settings.resetAll')}
          </Button>
        </div>
      )}
      <LiveRegion message={isDone ? t('settings.resetAll.done') : ''} />
    </div>
  )
}
