import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import type { ResolvedNameView } from '../../hooks/use-resolved-name.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

/** Shows that a name is being resolved, or that its resolution failed. */
export function NameNotice({ name: { view, retry } }: { name: ResolvedNameView }) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {view?.status === 'loading' && <Notice tone="neutral" title={t('recipient.name.loading')} />}
      {view?.status === 'unknown' && (
        <Notice
          tone="warning"
          title={t('recipient.name.unknown')}
          action={
            <Button size="small" onClick={() => void retry()}>
              {t('action.tryAgain')}
            </Button>
          }
        >
          {t('recipient.name.unknownHelp')}
        </Notice>
      )}
    </div>
  )
}
