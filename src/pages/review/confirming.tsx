import { Button } from '../../components/button.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { RemainingApproval } from '../../components/remaining-approval.tsx'
import { SupportId } from '../../components/support-id.tsx'
import { type Rejection, useErrorLabels } from '../../components/use-error-labels.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { useExecution } from '../../hooks/use-execution.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { BatchNotice, BatchRefusedNotice } from './batch-notice.tsx'
import { CheckedSeal, hasSeal } from './checked-seal.tsx'
import { PermitNotice, PermitRefusedNotice } from './permit-notice.tsx'
import { Reconfirm } from './reconfirm.tsx'
import { type ConfirmingState, findApproval } from './stages/confirming-state.ts'
import { StageList } from './stages/stage-list.tsx'
import { canLeave, type ExpectedApproval } from './stages/stages-of.ts'
import { useStageLabels } from './stages/use-stage-labels.ts'
import { useApprovalNeed } from './use-approval-need.ts'

export interface ConfirmingProps {
  state: ConfirmingState
  onBack: () => void
}

/** The stages between Confirm and the wallet's signature. */
export function Confirming({ state, onBack }: ConfirmingProps) {
  const { t } = useTranslation()
  const { accept, dismiss } = useExecution()
  const { now } = useStageLabels(state)
  const expected = useExpectedApproval(state)
  const failed = state.stage === 'failed' ? state : undefined
  const isSecurityStop = failed !== undefined && SECURITY_STOPS.has(failed.error.code)
  const rejection = useRejection(failed)
  const getErrorLabels = useErrorLabels()
  const verified = 'verified' in state ? state.verified : undefined
  const labels = failed && getErrorLabels(failed.error, rejection)
  return (
    <>
      {state.stage === 'reconfirm' ? (
        <Reconfirm state={state} onAccept={accept} />
      ) : (
        <>
          <BalanceChanges intent={state.intent} verified={verified} withoutBound={hasSeal(state)} />
          <RecipientCard intent={state.intent} />
          <CheckedSeal state={state} />
          <StageList state={state} expected={expected} />
        </>
      )}
      {state.stage === 'signing' && state.verified.approvals && (
        <BatchNotice intent={state.intent} {...state.verified.approvals} />
      )}
      {state.stage === 'approving' && state.batchRefused && <BatchRefusedNotice />}
      {state.stage === 'permitting' && <PermitNotice intent={state.intent} {...state.plan} />}
      {state.stage === 'approving' && state.permitRefused && <PermitRefusedNotice by={state.permitRefused} />}
      {state.stage === 'approving' && (
        <ApprovalNotice
          intent={state.intent}
          amount={state.plan.amount}
          spender={state.plan.spender}
          totalGasWei={state.plan.totalGasWei}
        />
      )}
      {labels && <ErrorNotice error={failed.error} labels={labels} />}
      {failed && <RemainingApproval run={failed} />}
      {failed?.error.supportId && failed.error.code !== 'USER_REJECTED' && (
        <SupportId id={failed.error.supportId} />
      )}
      {failed && (
        <Button variant={isSecurityStop ? 'secondary' : 'primary'} size="large" onClick={dismiss}>
          {t('action.reviewAgain')}
        </Button>
      )}
      {canLeave(state) && (
        <Button variant={isSecurityStop ? 'primary' : 'secondary'} size="large" onClick={onBack}>
          {t(isSecurityStop ? 'action.backToForm' : leaveLabel(state))}
        </Button>
      )}
      <LiveRegion message={failed ? '' : now} />
      <LiveRegion politeness="assertive" message={labels ? `${labels.title}. ${labels.help}` : ''} />
    </>
  )
}

/** After these errors a retry fails again or is unsafe: the main button leads back to the form. */
const SECURITY_STOPS: ReadonlySet<ErrorCode> = new Set([
  'UNTRUSTED_ROUTER',
  'QUOTE_MISMATCH',
  'TOKEN_MISMATCH',
  'UNVERIFIABLE',
  'SURGE_PROTECTION',
  'HOST_REJECTED',
])

/** Returns the approval that the review showed, for the steps before the quote is verified. */
function useExpectedApproval({ intent }: ConfirmingState): ExpectedApproval {
  const need = useApprovalNeed(intent)
  if (!need || need === 'loading' || need.allowance === undefined || need.isBatched) return undefined
  return need.bySignature ? 'permit' : 'approval'
}

function useRejection(failed: StateOf<'failed'> | undefined): Rejection | undefined {
  const { t, format } = useTranslation()
  if (!failed) return undefined
  const { inputToken } = failed.intent
  if (failed.at === 'switching') return { of: 'switch' }
  const approved = findApproval(failed)
  if (!approved) return undefined
  const amount = approved.amount ?? failed.terms.maxInputAmount
  return {
    of: 'approved',
    amount: isUnlimited(amount)
      ? t('revoke.unlimitedAmount')
      : format.exactAmount(amount, inputToken.decimals),
    token: inputToken.symbol,
  }
}

function leaveLabel(state: ConfirmingState): 'action.back' | 'action.cancel' | 'action.stop' {
  if (state.stage === 'failed' || state.stage === 'reconfirm') return 'action.back'
  return state.stage === 'approving' && state.hash !== undefined ? 'action.stop' : 'action.cancel'
}
