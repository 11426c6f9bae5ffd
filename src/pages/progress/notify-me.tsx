import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { getPageAround } from '../../lib/page-around.ts'
import styles from './progress.module.css'

/**
 * Offers a notification at the end of a swap if the host enables it. The permission prompt needs a
 * click. Renders nothing in a cross-origin frame, where browsers deny notifications.
 */
export function NotifyMe() {
  const { t } = useTranslation()
  const { notifyEnd } = useConfig()
  const [permission, setPermission] = useState<NotificationPermission | undefined>(
    () => globalThis.Notification?.permission,
  )
  if (notifyEnd !== 'system' || permission === undefined || getPageAround(document) !== undefined) return null
  if (permission !== 'default') {
    return (
      <p className={styles.note} role="status">
        {t(permission === 'granted' ? 'progress.notify.on' : 'progress.notify.blocked')}
      </p>
    )
  }
  return (
    <Button
      size="large"
      onClick={() =>
        void Notification.requestPermission().then(setPermission, () => setPermission(undefined))
      }
    >
      {t('progress.notify.ask')}
    </Button>
  )
}
