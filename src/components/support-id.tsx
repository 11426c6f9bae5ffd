import { useConfig } from '../hooks/use-config.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'
import styles from './support-id.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/** The id for support requests, and a link to the host's support where it has one. */
export function SupportId({ id }: { id: string }) {
  const { t } = useTranslation()
  const { emit } = useWidget()
  const { supportUrl } = useConfig()
  return (
    <>
      <div className={styles.support}>
        <span>{t('progress.supportId')}</span>
        <code className={styles.id}>{id}</code>
        <CopyButton value={id} what={t('progress.supportId')} />
      </div>
      {supportUrl && (
        <a
          className={styles.contact}
          href={supportUrl}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => emit('contactSupport', { supportId: id })}
        >
          {t('action.contactSupport')}
          <Icon name="external" size={14} />
          <VisuallyHidden>{t('action.opensNewTab')}</VisuallyHidden>
        </a>
      )}
    </>
  )
}
