import { Page } from '../../components/page.tsx'
import { SwapNotFoundNotice } from '../../components/swap-not-found-notice.tsx'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { Failure } from './failure.tsx'
import { SwapReceipt } from './swap-receipt.tsx'
import { Watching } from './watching.tsx'

/** The progress of a sent swap: pending, its receipt, or its failure. */
export function ProgressPage() {
  const { t } = useTranslation()
  const { home } = useNavigation()
  const { state } = useExecution()
  switch (state.stage) {
    case 'watching':
      return (
        <Page title={t('progress.title')} onBack={home}>
          <Watching state={state} />
        </Page>
      )
    case 'completed':
      return (
        <Page title={t('progress.titleDone')} withoutBack>
          <SwapReceipt state={state} />
        </Page>
      )
    case 'failed':
      return (
        <Page title={t('progress.titleFailed')} withoutBack>
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
