import { Card } from '../../components/card.tsx'
import { CLOSE } from '../../components/close-icon.ts'
import { ElapsedTime } from '../../components/elapsed-time.tsx'
import { ExplorerLink } from '../../components/explorer-link.tsx'
import { Icon } from '../../components/icon.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import { useTranslation } from '../../hooks/use-translation.ts'
import { part } from '../../theme/part.ts'
import type { ConfirmingState } from './confirming-state.ts'
import styles from './stage-list.module.css'
import { getStages, type StageStatus } from './stages-of.ts'
import { useStageLabels } from './use-stage-labels.ts'

export function StageList({ state }: { state: ConfirmingState }) {
  const { t } = useTranslation()
  const { of } = useStageLabels(state)
  return (
    <Card>
      <ol className={styles.stages}>
        {getStages(state).map(({ name, status }) => (
          <li key={name} className={styles.stage} {...part('stage', status)}>
            <span className={styles.mark}>
              <Mark status={status} />
            </span>
            <span className={styles.words}>
              <span>{of(name)}</span>
              <VisuallyHidden>{` (${t(`stage.${status}`)})`}</VisuallyHidden>
              {status === 'now' && <Hint state={state} />}
              {status === 'now' && state.stage !== 'reconfirm' && <ElapsedTime />}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Mark({ status }: { status: StageStatus }) {
  switch (status) {
    case 'done':
      return <Icon name="check" size={14} />
    case 'now':
      return <Spinner size={18} />
    case 'failed':
      return <Icon name={CLOSE} size={14} />
    default:
      return null
  }
}

/** The actions that the user can take in the current stage. */
function Hint({ state }: { state: ConfirmingState }) {
  const { t } = useTranslation()
  const hash = state.stage === 'approving' ? state.hash : undefined
  // An awaiting multisig reports a request hash that no explorer knows.
  const isAwaiting = state.stage === 'approving' && state.awaitingSigners
  if (hash) {
    return (
      <>
        <span className={styles.hint}>
          {isAwaiting ? (
            <span>{t('progress.awaitingSigners')}</span>
          ) : (
            <>
              <span>{`${t('stage.approvalWaiting')} `}</span>
              <ExplorerLink chainId={state.intent.chainId} kind="tx" value={hash} />
            </>
          )}
        </span>
        <span className={styles.hint}>{t('stage.approvalStays')}</span>
      </>
    )
  }
  if (
    state.stage === 'approving' ||
    state.stage === 'permitting' ||
    state.stage === 'signing' ||
    state.stage === 'switching'
  ) {
    return <span className={styles.hint}>{t('stage.inWallet')}</span>
  }
  return null
}
