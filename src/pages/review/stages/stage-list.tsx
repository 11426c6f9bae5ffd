import { ElapsedTime } from '../../../components/elapsed-time.tsx'
import { ExplorerLink } from '../../../components/explorer-link.tsx'
import { StepLine, StepList } from '../../../components/step-list.tsx'
import { useTranslation } from '../../../hooks/use-translation.ts'
import type { ConfirmingState } from './confirming-state.ts'
import { getSteps, type StepName } from './stages-of.ts'
import { useStageLabels } from './use-stage-labels.ts'

/** The steps of a confirmed swap: those in the wallet, with what happens now below. */
export function StageList({ state }: { state: ConfirmingState }) {
  const { t } = useTranslation()
  const { of, now } = useStageLabels(state)
  const toLabel = (name: StepName) =>
    name === 'swap' ? t(state.intent.wrapper ? 'wrap.sign' : 'swap.title') : of(name)
  return (
    <StepList
      steps={getSteps(state).map(({ name, status }) => ({
        name,
        label: toLabel(name),
        status,
        children: status === 'now' && (
          <>
            {toLabel(name) !== now && <StepLine>{now}</StepLine>}
            <Hint state={state} />
            {state.stage !== 'reconfirm' && <ElapsedTime />}
          </>
        ),
      }))}
    />
  )
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
        <StepLine>
          {isAwaiting ? (
            <span>{t('progress.awaitingSigners')}</span>
          ) : (
            <>
              <span>{`${t('stage.approvalWaiting')} `}</span>
              <ExplorerLink chainId={state.intent.chainId} kind="tx" value={hash} />
            </>
          )}
        </StepLine>
        <StepLine>{t('stage.approvalStays')}</StepLine>
      </>
    )
  }
  if (
    state.stage === 'approving' ||
    state.stage === 'permitting' ||
    state.stage === 'signing' ||
    state.stage === 'switching'
  ) {
    return <StepLine>{t('stage.inWallet')}</StepLine>
  }
  return null
}
