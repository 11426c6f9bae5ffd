import { useState } from 'react'
import { useConfig } from '../hooks/use-config.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { Button } from './button.tsx'
import { EXTERNAL } from './explorer-link.tsx'
import { Icon } from './icon.tsx'
import { LiveRegion } from './live-region.tsx'
import { Notice } from './notice.tsx'
import styles from './support-id.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

/**
 * Emits `contactSupport` and opens the host's support page, or copies the id if the host has none.
 */
export function ContactSupport({ id }: { id: string }) {
  const { t } = useTranslation()
  const { emit } = useWidget()
  const { supportUrl } = useConfig()
  const emitContact = () => emit('contactSupport', { supportId: id })
  if (!supportUrl) return <CopyForSupport id={id} onContact={emitContact} />
  return (
    <a
      className={styles.contact}
      href={supportUrl}
      target="_blank"
      rel="noopener noreferrer"
      onClick={emitContact}
    >
      <span>{t('action.contactSupport')}</span>
      <Icon name={EXTERNAL} size={14} />
      <VisuallyHidden>{t('action.opensNewTab')}</VisuallyHidden>
    </a>
  )
}

function CopyForSupport({ id, onContact }: { id: string; onContact: () => void }) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState<boolean>()
  const contact = async () => {
    onContact()
    try {
      await navigator.clipboard.writeText(id)
      setIsCopied(true)
    } catch {
      // The page may forbid clipboard access; the id stays visible above.
      setIsCopied(false)
    }
  }
  const title =
    isCopied === undefined ? '' : t(isCopied ? 'progress.support.copied' : 'progress.support.notCopied')
  return (
    <>
      <Button variant="quiet" size="large" onClick={() => void contact()}>
        {t('action.contactSupport')}
      </Button>
      {title && (
        <Notice tone="neutral" title={title}>
          {t('progress.support.help')}
        </Notice>
      )}
      <LiveRegion message={title && `${title}. ${t('progress.support.help')}`} />
    </>
  )
}
