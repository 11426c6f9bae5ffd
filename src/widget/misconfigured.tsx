import { Notice } from '../components/notice.tsx'
import { SERVER_LOCALE } from '../config/resolve-config.ts'
import { createTranslation } from '../i18n/create-translation.ts'
import styles from './widget-frame.module.css'

/** Stands where a widget would be whose config makes no sense. What is wrong is not for the visitor to read. */
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
