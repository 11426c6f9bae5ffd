import { useLayoutEffect } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import { Page } from '../../components/page.tsx'
import { SwapNotFoundNotice } from '../../components/swap-not-found-notice.tsx'
import type { ExecutionState, SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useReviewIntent } from '../../hooks/use-review-intent.ts'
import { useSettings } from '../../hooks/use-settings.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUnlimitedApproval } from '../../hooks/use-unlimited-approval.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { Confirming } from './confirming.tsx'
import { leaveOutdatedReview } from './leave-outdated-review.ts'
import { ReviewForm } from './review-form.tsx'
import { isConfirming } from './stages/confirming-state.ts'
import { WrapForm } from './wrap-form.tsx'

/** The review of a swap, then its stages until the transaction is sent. */
export function ReviewPage() {
  const { t } = useTranslation()
  const widget = useWidget()
  const { back, home } = useNavigation()
  const execution = useExecution()
  const intent = useReviewIntent()
  const unlimitedApproval = useUnlimitedApproval()
  const { pauseBeforeSigning } = useConfig()
  const pausesBeforeSigning = useSettings((settings) => settings.pauseBeforeSigning) || pauseBeforeSigning
  const { state } = execution

  // Runs before the first paint, because the account may have changed while this page was loading.
  useLayoutEffect(() => leaveOutdatedReview(widget), [widget])

  const titles = getTitles(intent)
  const Form = intent?.wrapper ? WrapForm : ReviewForm

  const leave = () => {
    execution.cancel()
    if (isOver(state)) execution.dismiss()
    back()
  }

  if (isConfirming(state) && state.intent.id === intent?.id) {
    return (
      <Page
        title={t(state.stage === 'failed' ? 'progress.titleFailed' : titles.running)}
        phase={state.stage === 'reconfirm' ? 'reconfirm' : 'running'}
        onBack={leave}
      >
        <Confirming state={state} onBack={leave} />
      </Page>
    )
  }
  return (
    <Page title={t(titles.review)}>
      {intent ? (
        <Form
          key={intent.id}
          intent={intent}
          onConfirm={(shown, { isUnlimitedShown } = { isUnlimitedShown: false }) => {
            if (isOver(state)) execution.dismiss()
            execution.start(shown, {
              pausesBeforeSigning,
              unlimitedApproval: unlimitedApproval && isUnlimitedShown,
            })
          }}
        />
      ) : (
        <SwapNotFoundNotice onBack={home} />
      )}
    </Page>
  )
}

function getTitles(intent: SwapIntent | undefined) {
  if (!intent?.wrapper) return { review: 'review.title', running: 'stage.title' } as const
  return isNativeToken(intent.inputToken.address)
    ? ({ review: 'wrap.title', running: 'wrap.titleRunning' } as const)
    : ({ review: 'wrap.titleUnwrap', running: 'wrap.titleUnwrapping' } as const)
}

function isOver({ stage }: ExecutionState): boolean {
  return stage === 'completed' || stage === 'failed'
}
