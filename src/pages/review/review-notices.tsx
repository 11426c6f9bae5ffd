import { useState } from 'react'
import { DecimalsNotice } from '../../components/decimals-notice.tsx'
import { GasNotice } from '../../components/gas-notice.tsx'
import { Notice } from '../../components/notice.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { hasHighSurge, SurgeNotice } from '../../components/surge-notice.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { BatchNotice } from './batch-notice.tsx'
import { IdenticalSwapWarning } from './identical-swap-warning.tsx'
import { LimitWarning } from './limit-warning.tsx'
import { NameWarning } from './name-warning.tsx'
import { OpenPromptNotice } from './open-prompt-notice.tsx'
import { PermitNotice } from './permit-notice.tsx'
import { RecipientWarning } from './recipient-warning.tsx'
import { TokenAcknowledgement } from './token-acknowledgement.tsx'
import type { ReviewChecks } from './use-review-checks.ts'
import { hasValueWarnings, ValueWarnings } from './value-warnings.tsx'

export interface ReviewNoticesProps {
  intent: SwapIntent
  checks: ReviewChecks
  /** The notices that were present when the button became active. */
  early: EarlyNotices
}

interface EarlyNotices {
  approval: boolean
  surge: boolean
  value: boolean
}

/** The notices above the button. */
export function ReviewNotices({ intent, checks, early }: ReviewNoticesProps) {
  const { t } = useTranslation()
  const { tokens, recipient, limit, decimals } = checks
  const hasCodec = useChain(intent.chainId)?.codec !== 'none'
  return (
    <>
      {tokens.doubtful.map((side) => (
        <TokenAcknowledgement key={side.token.address} {...side} />
      ))}
      <RecipientCard intent={intent} />
      {recipient.problem && (
        <Notice tone="negative" title={t(`recipient.problem.${recipient.problem}`)}>
          {t('recipient.problem.help')}
        </Notice>
      )}
      <NameWarning check={recipient} />
      <RecipientWarning chainId={intent.chainId} check={recipient} />
      {limit && <LimitWarning intent={intent} consent={limit} />}
      <MovingNotices intent={intent} checks={checks} shown={early} />
      {!hasCodec && (
        <Notice tone="warning" title={t('review.noMinimum.title')}>
          {t('review.noMinimum.help')}
        </Notice>
      )}
      <DecimalsNotice check={decimals} />
    </>
  )
}

export interface LateNoticesProps extends ReviewNoticesProps {
  isWhole: boolean
}

/** The notices below the button, because they can change while the button is active. */
export function LateNotices({ intent, checks, early, isWhole }: LateNoticesProps) {
  const { t } = useTranslation()
  const late = { approval: !early.approval, surge: !early.surge, value: !early.value }
  return (
    <>
      <OpenPromptNotice prompt={checks.prompt} />
      <IdenticalSwapWarning {...checks.identical} />
      <MovingNotices intent={intent} checks={checks} shown={late} />
      <GasNotice {...intent} onShort={checks.setGasLabel} />
      {isWhole && (
        <Notice tone="neutral" title={t('review.whole.title', { token: intent.inputToken.symbol })}>
          {t('review.whole.help')}
        </Notice>
      )}
    </>
  )
}

interface MovingNoticesProps extends Omit<ReviewNoticesProps, 'early'> {
  shown: EarlyNotices
}

function MovingNotices({ intent, checks, shown }: MovingNoticesProps) {
  const { need, totalGasWei, value, consent } = checks
  return (
    <>
      {shown.surge && <SurgeNotice price={intent.price} />}
      {shown.approval && need && <ApprovalNotices intent={intent} need={need} totalGasWei={totalGasWei} />}
      {shown.value && <ValueWarnings intent={intent} value={value} consent={consent} />}
    </>
  )
}

interface ApprovalNoticesProps extends Pick<ReviewChecks, 'totalGasWei'> {
  intent: SwapIntent
  need: NonNullable<ReviewChecks['need']>
}

/** The authorization that the swap needs: a permit, an approval in a batch, or an approval. */
function ApprovalNotices({ intent, need, totalGasWei }: ApprovalNoticesProps) {
  if (need.bySignature) return <PermitNotice intent={intent} {...need} />
  if (need.isBatched) return <BatchNotice intent={intent} {...need} totalGasWei={totalGasWei} />
  return (
    <ApprovalNotice
      isUncertain={need.allowance === undefined}
      intent={intent}
      amount={need.amount}
      spender={need.spender}
      totalGasWei={totalGasWei}
    />
  )
}

/**
 * Returns which notices were present when the button became active. They stay above the button.
 * Later notices are placed below, so that the button does not move under a finger.
 */
export function useEarlyNotices({ price }: SwapIntent, checks: ReviewChecks): EarlyNotices {
  const [early, setEarly] = useState<EarlyNotices>()
  const present = {
    approval: checks.need !== undefined,
    surge: hasHighSurge(price),
    value: hasValueWarnings(checks),
  }
  if (!checks.isPending && !early) setEarly(present)
  return early ?? present
}
