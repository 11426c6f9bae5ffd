import { useTranslation } from '../hooks/use-translation.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

/** Shown on a page whose swap no longer exists, with a button back to the form. */
export function SwapNotFoundNotice({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <Notice
      tone="neutral"
      title={t('review.gone.title')}
      action={
        <Button size="small" onClick={onBack}>
          {t('action.back')}
        </Button>
      }
    >
      {t('review.gone.help')}
    </Notice>
  )
}
