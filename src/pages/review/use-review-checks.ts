import { useState } from 'react'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useDecimalsCheck } from '../../hooks/use-decimals-check.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useLimitConsent } from './limit-warning.tsx'
import { useApprovalNeed } from './use-approval-need.ts'
import { useIdenticalSwap } from './use-identical-swap.ts'
import { useRecipientCheck } from './use-recipient-check.ts'
import { useTokenConsent } from './use-token-consent.ts'
import { useTotalCost } from './use-total-cost.ts'
import { useValueConsent } from './use-value-consent.ts'

/** Returns everything that is checked, and everything that the user must accept, before Confirm. */
export function useReviewChecks(intent: SwapIntent) {
  const approval = useApprovalNeed(intent)
  const need = approval === 'loading' ? undefined : approval
  const totalGasWei = useTotalCost(intent, need?.bySignature ? undefined : need)
  const decimals = useDecimalsCheck(intent.inputToken, intent.outputToken)
  const areDecimalsWrong = decimals.status === 'wrong' || decimals.status === 'unknown'
  const tokens = useTokenConsent(intent)
  const recipient = useRecipientCheck(intent)
  const identical = useIdenticalSwap(intent)
  const value = useTradeValue(intent)
  const consent = useValueConsent(value, {
    routeId: intent.id,
    amounts: {
      inputAmount: intent.inputAmount,
      outputAmount: intent.outputAmount ?? BigInt(intent.price.effectiveOutputAmount),
    },
    impactBps: parseDecimal(intent.price.priceImpactBps),
  })
  const limit = useLimitConsent(intent)
  const { prompt } = useWallet().state
  const [gasLabel, setGasLabel] = useState<string>()
  const isBlocked =
    gasLabel !== undefined ||
    prompt !== undefined ||
    areDecimalsWrong ||
    recipient.problem !== undefined ||
    consent.blocked !== undefined
  return {
    need,
    totalGasWei,
    decimals,
    tokens,
    recipient,
    identical,
    value,
    consent,
    limit,
    prompt,
    /** The label of the button while the account lacks gas. */
    gasLabel,
    setGasLabel,
    // The wallet must not open before the cost of the approval and the value of the trade are shown.
    isPending:
      approval === 'loading' ||
      totalGasWei === 'loading' ||
      decimals.status === 'loading' ||
      tokens.isChecking ||
      recipient.isChecking ||
      recipient.name === 'loading' ||
      value.isChecking,
    isInactive:
      tokens.isUnaccepted ||
      consent.isUnaccepted ||
      limit?.accepted === false ||
      recipient.isUnaccepted ||
      (recipient.name !== undefined && recipient.name !== 'same') ||
      (identical.isPending && !identical.accepted) ||
      isBlocked,
    /** Emits the acknowledgements. Called on Confirm. */
    confirm: () => {
      tokens.confirm()
      consent.confirm()
      limit?.confirm()
      recipient.confirm()
      identical.confirm()
    },
  }
}

export type ReviewChecks = ReturnType<typeof useReviewChecks>
