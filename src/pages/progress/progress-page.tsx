import { isNativeToken } from '../../../wire/lib/address.ts'
import { Page } from '../../components/page.tsx'
import { SwapNotFoundNotice } from '../../components/swap-not-found-notice.tsx'
import { isGivenUp } from '../../execution/machine/can-give-up.ts'
import type { ExecutionState } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Failure } from './failure.tsx'
import { SwapReceipt } from './swap-receipt.tsx'
import { Watching } from './watching.tsx'

export function ProgressPage() {
  const { t } = useTranslation()
  const { home } = useNavigation()
  const { state } = useExecution()
  const titles = getTitles(state)
  switch (state.stage) {
    case 'watching':
      return (
        <Page title={t(titles.running)} onBack={home}>
          <Watching state={state} />
        </Page>
      )
    case 'completed':
      return (
        <Page title={t(titles.done)} withoutBack>
          <SwapReceipt state={state} />
        </Page>
      )
    case 'failed':
      return (
        <Page title={t(isGivenUp(state) ? 'activity.status.unknown' : 'progress.titleFailed')} withoutBack>
          <Failure state={state} />
        </Page>
      )
    default:
      return (
        <Page title={t('progress.title')} onBack={home}>
          <SwapNotFoundNotice onBack={home} />
        </Page>
      )
  }
}

function getTitles(state: ExecutionState) {
  if (state.stage === 'idle' || !state.intent.wrapper) {
    return { running: 'progress.title', done: 'progress.titleDone' } as const
  }
  return isNativeToken(state.intent.inputToken.address)
    ? ({ running: 'wrap.titleRunning', done: 'wrap.titleDone' } as const)
    : ({ running: 'wrap.titleUnwrapping', done: 'wrap.titleUnwrapped' } as const)
}
