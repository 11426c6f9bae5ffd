import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import type { IdenticalSwap } from './use-identical-swap.ts'

/** Asks whether the same swap is meant a second time. Renders nothing where none is pending. */
export function IdenticalSwapWarning({ isPending, isUnanswered, accepted, accept }: IdenticalSwap) {
  const { t } = useTranslation()
  if (!isPending) return null
  return (
    <Acknowledgement
      title={t(isUnanswered ? 'review.identical.unanswered' : 'review.identical.title')}
      label={t('review.identical.accept')}
      accepted={accepted}
      onAccept={accept}
    >
      <p>{t('review.identical.help')}</p>
    </Acknowledgement>
  )
}
