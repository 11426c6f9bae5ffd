import type { DecimalsCheck } from '../hooks/use-decimals-check.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

/** Why amounts in these tokens cannot be trusted. Renders nothing while they agree with the chain or are being read. */
export function DecimalsNotice({ check }: { check: DecimalsCheck }) {
  const { t } = useTranslation()
  if (check.status !== 'wrong' && check.status !== 'unknown') return null
  return (
    <ErrorNotice
      error={check.error}
      action={
        check.status === 'unknown' && (
          <Button size="small" onClick={check.retry}>
            {t('action.tryAgain')}
          </Button>
        )
      }
    />
  )
}
