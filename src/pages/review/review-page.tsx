import { Page } from '../../components/page.tsx'
import { SwapNotFoundNotice } from '../../components/swap-not-found-notice.tsx'
import type { ExecutionState } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useReviewIntent } from '../../hooks/use-review-intent.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Confirming } from './confirming.tsx'
import { isConfirming } from './confirming-state.ts'
import { ReviewForm } from './review-form.tsx'

/** The review of a swap, then its stages until the transaction is sent. */
export function ReviewPage() {
  const { t } = useTranslation()
  const { back, home } = useNavigation()
  const execution = useExecution()
  const intent = useReviewIntent()
  const pausesBeforeSigning = useSettings((settings) => settings.pauseBeforeSigning)
  const { state } = execution

  const leave = () => {
    execution.cancel()
    if (isOver(state)) execution.dismiss()
    back()
  }

  if (isConfirming(state) && state.intent.id === intent?.id) {
    return (
      <Page
        title={t(state.stage === 'failed' ? 'progress.titleFailed' : 'stage.title')}
        phase={state.stage === 'reconfirm' ? 'reconfirm' : 'running'}
        onBack={leave}
      >
        <Confirming state={state} onBack={leave} />
      </Page>
    )
  }
  return (
    <Page title={t('review.title')}>
      {intent ? (
        <ReviewForm
          key={intent.id}
          intent={intent}
          onConfirm={() => {
            if (isOver(state)) execution.dismiss()
            execution.start(intent, { pausesBeforeSigning })
          }}
        />
      ) : (
        <SwapNotFoundNotice onBack={home} />
      )}
    </Page>
  )
}

function isOver({ stage }: ExecutionState): boolean {
  return stage === 'completed' || stage === 'failed'
}
