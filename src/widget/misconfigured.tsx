import { Notice } from '../components/notice.tsx'
import { SERVER_LOCALE } from '../config/resolve-config.ts'
import { createTranslation } from '../i18n/create-translation.ts'
import styles from './widget-frame.module.css'

/** Replaces a widget with an invalid config. The details are reported to the integrator, not shown to the user. */
export function Misconfigured() {
  const { t } = createTranslation(SERVER_LOCALE)
  return (
    <div data-sluice-root="" lang={SERVER_LOCALE}>
      <div className={styles.surface}>
        <Notice tone="negative" title={t('error.CONFIG_INVALID')}>
          {t('error.CONFIG_INVALID.help')}
        </Notice>
      </div>
    </div>
  )
}
