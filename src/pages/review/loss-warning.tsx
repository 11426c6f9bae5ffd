import { useWords } from '../../hooks/use-words.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import type { Loss } from './loss-of.ts'

export interface LossWarningProps {
  loss: Loss & { value: number }
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** A loss so high that it needs a yes of its own. */
export function LossWarning({ loss, accepted, onAccept }: LossWarningProps) {
  const { t, format } = useWords()
  const percent = format.percent(Math.round(loss.value * 10_000))
  return (
    <Acknowledgement
      title={t('review.highLoss.title', { percent })}
      label={t('review.highLoss.accept')}
      accepted={accepted}
      onAccept={onAccept}
    >
      <p>
        {t('review.highLoss.help', {
          input: format.usd(loss.inputUsd ?? 0),
          output: format.usd(loss.outputUsd ?? 0),
        })}
      </p>
    </Acknowledgement>
  )
}
