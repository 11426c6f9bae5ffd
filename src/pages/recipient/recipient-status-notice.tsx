import type { Address } from '../../../wire/lib/address.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useRecipientLabels } from '../../components/use-recipient-labels.ts'
import { useRecipientStatus } from '../../hooks/use-recipient-status.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

/** Shows warnings from the chain about a recipient. The review requires an acknowledgement. */
export function RecipientStatusNotice({ chainId, recipient }: { chainId: number; recipient: Address }) {
  const { t } = useTranslation()
  const view = useRecipientStatus({ chainId, recipient })
  const { status, retry } = view
  const labels = useRecipientLabels(chainId, view)
  return (
    <div role="status">
      {status === 'loading' && <Notice tone="neutral" title={t('recipient.checking')} />}
      {labels && (
        <Notice
          tone="warning"
          title={labels.title}
          action={
            status === 'unknown' && (
              <Button size="small" onClick={retry}>
                {t('action.tryAgain')}
              </Button>
            )
          }
        >
          {labels.help}
        </Notice>
      )}
    </div>
  )
}
