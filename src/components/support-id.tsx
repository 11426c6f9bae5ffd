import { useTranslation } from '../hooks/use-translation.ts'
import { ContactSupport } from './contact-support.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './support-id.module.css'

/** The id for support requests, and a link to the host's support. */
export function SupportId({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <>
      <div className={styles.support}>
        <span>{t('progress.supportId')}</span>
        <code translate="no" className={styles.id} dir="ltr">
          {id}
        </code>
        <CopyButton value={id} what={t('progress.supportId')} />
      </div>
      <ContactSupport id={id} />
    </>
  )
}
