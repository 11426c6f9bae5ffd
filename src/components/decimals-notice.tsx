import type { DecimalsCheck } from '../hooks/use-decimals-check.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

/**
 * Explains why the amounts of these tokens are unreliable. Renders nothing while their decimals
 * match the chain or are loading.
 */
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
