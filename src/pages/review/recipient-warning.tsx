import { Button } from '../../components/button.tsx'
import { useRecipientLabels } from '../../components/use-recipient-labels.ts'
import type { RecipientStandingView } from '../../hooks/use-recipient-standing.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'

export interface RecipientWarningProps extends RecipientStandingView {
  chainId: number
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** What speaks against the recipient, to be acknowledged before the swap. Renders nothing where nothing does. */
export function RecipientWarning({ chainId, standing, retry, accepted, onAccept }: RecipientWarningProps) {
  const { t } = useTranslation()
  const labels = useRecipientLabels(chainId, standing)
  if (!labels) return null
  return (
    <Acknowledgement
      title={labels.title}
      label={t('recipient.accept')}
      accepted={accepted}
      onAccept={onAccept}
    >
      <p>{labels.help}</p>
      {standing === 'unknown' && (
        <Button size="small" onClick={retry}>
          {t('action.tryAgain')}
        </Button>
      )}
    </Acknowledgement>
  )
}
