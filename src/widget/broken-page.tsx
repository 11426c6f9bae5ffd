import { useEffect, useState } from 'react'
import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { SupportId } from '../components/support-id.tsx'
import { toLoadError } from '../errors/to-sluice-error.ts'
import { useNavigation } from '../hooks/use-navigation.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { useWidget } from '../hooks/use-widget.ts'

export interface BrokenPageProps {
  cause: unknown
  restart: () => void
}

/**
 * Replaces a page that threw, or whose code could not be loaded, and reports the error to the host.
 * Offers a retry only for code that could not be loaded.
 */
export function BrokenPage({ cause, restart }: BrokenPageProps) {
  const { t } = useTranslation()
  const { reportError } = useWidget()
  const { home } = useNavigation()
  const [error] = useState(() => toLoadError(cause))
  const { code, retryable, supportId } = error
  useEffect(() => reportError(error), [reportError, error])
  return (
    <Notice
      tone="negative"
      title={t('widget.broken.title')}
      action={
        <Button
          size="small"
          onClick={() => {
            if (!retryable) home()
            restart()
          }}
        >
          {t(retryable ? 'action.tryAgain' : 'action.reload')}
        </Button>
      }
    >
      {/* A swap may be pending. */}
      <span>{t(`error.${code}.help`)}</span>
      {supportId && <SupportId id={supportId} />}
    </Notice>
  )
}
