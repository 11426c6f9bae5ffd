import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import type { BackgroundSwap, ExecutionState } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useNavigation } from '../../hooks/use-navigation.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './running-swap.module.css'
import { useSwapLabels } from './use-swap-labels.ts'

const TONES = { watching: 'neutral', completed: 'positive', failed: 'warning' } as const

/** The current swap with a link to its page. The user can dismiss it after it has ended. */
export function RunningSwap() {
  const { t } = useTranslation()
  const { push } = useNavigation()
  const { state, dismiss } = useExecution()
  const getLabels = useSwapLabels()
  if (!isSent(state)) return null
  const { title, status } = getLabels(state)
  return (
    <Notice
      tone={TONES[state.stage]}
      title={title}
      action={
        <span className={styles.actions}>
          <Button size="small" onClick={() => push('progress')}>
            {t('action.show')}
          </Button>
          {state.stage !== 'watching' && (
            <Button size="small" onClick={dismiss}>
              {t('action.dismiss')}
            </Button>
          )}
        </span>
      }
    >
      {status}
    </Notice>
  )
}

function isSent(state: ExecutionState): state is BackgroundSwap {
  return (
    state.stage === 'watching' ||
    state.stage === 'completed' ||
    (state.stage === 'failed' && state.at === 'watching')
  )
}
