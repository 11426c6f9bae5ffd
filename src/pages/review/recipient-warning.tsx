import { Button } from '../../components/button.tsx'
import { FullAddress } from '../../components/full-address.tsx'
import { useRecipientLabels } from '../../components/use-recipient-labels.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import type { RecipientCheck } from './use-recipient-check.ts'

export interface RecipientWarningProps {
  chainId: number
  check: RecipientCheck
}

/**
 * The warnings about the recipient to acknowledge before the swap. Renders nothing without
 * warnings.
 */
export function RecipientWarning({ chainId, check }: RecipientWarningProps) {
  const { t } = useTranslation()
  const { status, retry, imitated } = check
  const labels = useRecipientLabels(chainId, check)
  return (
    <>
      {imitated && (
        <Acknowledgement
          title={t('recipient.similar.title')}
          label={t('recipient.similar.accept')}
          accepted={check.imitatedAccepted}
          onAccept={check.acceptImitated}
        >
          <p>{t('recipient.similar.help')}</p>
          {imitated.label && <bdi translate="no">{`${imitated.label} `}</bdi>}
          <FullAddress address={imitated.address} />
        </Acknowledgement>
      )}
      {labels && (
        <Acknowledgement
          title={labels.title}
          label={t('recipient.accept')}
          accepted={check.accepted}
          onAccept={check.accept}
        >
          <p>{labels.help}</p>
          {status === 'unknown' && (
            <Button size="small" onClick={retry}>
              {t('action.tryAgain')}
            </Button>
          )}
        </Acknowledgement>
      )}
    </>
  )
}
