import { useChain } from '../../../hooks/use-chain.ts'
import { useTranslation } from '../../../hooks/use-translation.ts'
import { isUnlimited } from '../../../lib/unlimited.ts'
import { type ConfirmingState, findApproval } from './confirming-state.ts'
import { getStages, type StageName } from './stages-of.ts'

/** The planned or confirmed allowance. */
function getApproved(state: ConfirmingState): bigint {
  if (state.stage === 'approving' || state.stage === 'permitting') return state.plan.amount
  const planned = 'verified' in state ? state.verified?.approvals?.amount : undefined
  return findApproval(state)?.amount ?? planned ?? state.terms.maxInputAmount
}

/** Returns whether the wallet receives approval and swap as one request. */
export function isBatched(state: ConfirmingState): boolean {
  return state.stage === 'signing' && state.verified.approvals?.isBatched === true
}

/** Returns the label of each stage, and of the current one. */
export function useStageLabels(state: ConfirmingState): { of: (name: StageName) => string; now: string } {
  const { t, format } = useTranslation()
  const { intent } = state
  const chain = useChain(intent.chainId)
  const { inputToken } = intent
  const approved = getApproved(state)

  const of = (name: StageName): string => {
    switch (name) {
      case 'switching':
        return t('stage.switching', {
          chain: chain?.label ?? String(intent.chainId),
        })
      case 'permit':
        return t('stage.permit', {
          amount: format.exactAmount(approved, inputToken.decimals),
          token: inputToken.symbol,
        })
      case 'approval-reset':
        return t('stage.approvalReset', { token: inputToken.symbol })
      case 'approval':
        if (isUnlimited(approved)) return t('stage.approvalUnlimited', { token: inputToken.symbol })
        return t('stage.approval', {
          amount: format.exactAmount(approved, inputToken.decimals),
          token: inputToken.symbol,
        })
      case 'signing':
        if (isBatched(state)) return t('stage.signBatch')
        return t(intent.wrapper ? 'wrap.sign' : 'stage.sign')
      case 'verifying':
        return t(intent.wrapper ? 'wrap.verifying' : 'stage.verifying')
      default:
        return t(`stage.${name}`)
    }
  }

  const current = getStages(state).find(({ status }) => status === 'now')
  return { of, now: current ? of(current.name) : '' }
}
