import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { SupportId } from '../../components/support-id.tsx'
import { useExecution } from '../../hooks/use-execution.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import type { ConfirmingState } from './confirming-state.ts'
import { Reconfirm } from './reconfirm.tsx'
import { StageList } from './stage-list.tsx'
import { canLeave } from './stages-of.ts'
import { Trade } from './trade.tsx'
import { useStageLabels } from './use-stage-labels.ts'

export interface ConfirmingProps {
  state: ConfirmingState
  onBack: () => void
}

/** The stages between Confirm and the wallet's signature. */
export function Confirming({ state, onBack }: ConfirmingProps) {
  const { t } = useTranslation()
  const { accept, dismiss } = useExecution()
  const { now } = useStageLabels(state)
  const failed = state.stage === 'failed' ? state : undefined
  return (
    <>
      {state.stage === 'reconfirm' ? (
        <Reconfirm state={state} onAccept={accept} />
      ) : (
        <>
          <Trade intent={state.intent} />
          <StageList state={state} />
        </>
      )}
      {state.stage === 'approving' && (
        <ApprovalNotice
          intent={state.intent}
          spender={state.plan.spender}
          totalGasWei={state.plan.totalGasWei}
        />
      )}
      {state.stage === 'signing' && <BalanceChanges intent={state.intent} verified={state.verified} />}
      {failed && <ErrorNotice error={failed.error} />}
      {failed?.error.supportId && failed.error.code !== 'USER_REJECTED' && (
        <SupportId id={failed.error.supportId} />
      )}
      {failed && (
        <Button variant="primary" size="large" onClick={dismiss}>
          {t('action.tryAgain')}
        </Button>
      )}
      {canLeave(state) && (
        <Button size="large" onClick={onBack}>
          {t(leaveLabel(state))}
        </Button>
      )}
      <LiveRegion message={failed ? '' : now} />
      <LiveRegion
        politeness="assertive"
        message={failed ? `${t(`error.${failed.error.code}`)}. ${t(`error.${failed.error.code}.help`)}` : ''}
      />
    </>
  )
}

function leaveLabel(state: ConfirmingState): 'action.back' | 'action.cancel' | 'action.stop' {
  if (state.stage === 'failed' || state.stage === 'reconfirm') return 'action.back'
  return state.stage === 'approving' && state.hash !== undefined ? 'action.stop' : 'action.cancel'
}
