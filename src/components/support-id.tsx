import { useWords } from '../hooks/use-words.ts'
import { CopyButton } from './copy-button.tsx'
import styles from './support-id.module.css'

/** What support can find a problem by. */
export function SupportId({ id }: { id: string }) {
  const { t } = useWords()
  return (
    <div className={styles.support}>
      <span>{t('progress.supportId')}</span>
      <code className={styles.id}>{id}</code>
      <CopyButton value={id} what={t('progress.supportId')} />
    </div>
  )
}
