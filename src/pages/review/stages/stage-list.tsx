import { ElapsedTime } from '../../../components/elapsed-time.tsx'
import { ExplorerLink } from '../../../components/explorer-link.tsx'
import { StepList } from '../../../components/step-list.tsx'
import { swapStepLabel } from '../../../components/swap-step-label.ts'
import { UsualDuration } from '../../../components/usual-duration.tsx'
import { useTranslation } from '../../../hooks/use-translation.ts'
import type { ConfirmingState } from './confirming-state.ts'
import { type ExpectedApproval, getSteps, type StageName, type StepRow } from './stages-of.ts'
import { useStageLabels } from './use-stage-labels.ts'

export interface StageListProps {
  state: ConfirmingState
  expected?: ExpectedApproval
}

/** The steps of a confirmed swap, and the stages of the current step. */
export function StageList({ state, expected }: StageListProps) {
  const { t } = useTranslation()
  const { of } = useStageLabels(state)
  const { intent } = state
  const toLabel = (step: StepRow['name']) =>
    step === 'approve' ? t('stage.approve', { token: intent.inputToken.symbol }) : t(swapStepLabel(intent))
  return (
    <StepList
      steps={getSteps(state, expected).map(({ name, status, stages }) => ({
        name,
        label: toLabel(name),
        status,
        lines: stages.map((stage) => ({
          ...stage,
          label: of(stage.name),
          children: stage.status === 'now' && <Now key={stage.name} state={state} stage={stage.name} />,
        })),
      }))}
    />
  )
}

function Now({ state, stage }: { state: ConfirmingState; stage: StageName }) {
  return (
    <>
      <Hint state={state} />
      {state.stage !== 'reconfirm' && <ElapsedTime key={stage} />}
    </>
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
        <p>
          {isAwaiting ? (
            <span>{t('progress.awaitingSigners')}</span>
          ) : (
            <>
              <span>{`${t('stage.approvalWaiting')} `}</span>
              <ExplorerLink chainId={state.intent.chainId} kind="tx" value={hash} />
            </>
          )}
        </p>
        {!isAwaiting && <UsualDuration chainId={state.intent.chainId} />}
        <p>{t('stage.approvalStays')}</p>
      </>
    )
  }
  const isInWallet =
    state.stage === 'approving' || state.stage === 'permitting' || state.stage === 'switching'
  return isInWallet && <p>{t('stage.inWallet')}</p>
}
