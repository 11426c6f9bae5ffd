import { useTranslation } from '../../hooks/use-translation.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import type { IdenticalSwap } from './use-identical-swap.ts'

/** Requires an acknowledgement if an identical swap is pending. Renders nothing otherwise. */
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
