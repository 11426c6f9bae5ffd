import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

/** A link to the progress page of the current swap, while it is pending or has ended. */
export function RunningSwap() {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const { state } = useExecution()
  const show = (
    <Button size="small" onClick={() => push('progress')}>
      {t('action.show')}
    </Button>
  )
  if (state.stage === 'watching') return <Notice tone="neutral" title={t('progress.title')} action={show} />
  if (state.stage === 'completed') {
    return <Notice tone="positive" title={t('progress.titleDone')} action={show} />
  }
  if (state.stage === 'failed' && state.at === 'watching') {
    return <Notice tone="warning" title={t('progress.titleFailed')} action={show} />
  }
  return null
}
