import { useState } from 'react'
import { sameAddress } from '../../../wire/lib/address.ts'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import { classNames } from '../../components/class-names.ts'
import { DangerButton } from '../../components/danger-button.tsx'
import { DecimalsNotice } from '../../components/decimals-notice.tsx'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { GasNotice } from '../../components/gas-notice.tsx'
import { Notice } from '../../components/notice.tsx'
import { PriceDetails } from '../../components/price-details.tsx'
import { Rate } from '../../components/rate.tsx'
import { RecipientCard } from '../../components/recipient-card.tsx'
import { hasHighSurge, SurgeNotice } from '../../components/surge-notice.tsx'
import { YieldArea } from '../../components/yield-area.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useDecimalsCheck } from '../../hooks/use-decimals-check.ts'
import { useReviewPrice } from '../../hooks/use-review-price.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import { focusMissingAcknowledgement } from './acknowledgement.tsx'
import { ApprovalNotice } from './approval-notice.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { BatchNotice } from './batch-notice.tsx'
import { IdenticalSwapWarning } from './identical-swap-warning.tsx'
import { LimitWarning, useLimitConsent } from './limit-warning.tsx'
import { useLossLabel } from './loss-warning.tsx'
import { NameWarning } from './name-warning.tsx'
import { OpenPromptNotice } from './open-prompt-notice.tsx'
import { PermitNotice } from './permit-notice.tsx'
import { PriceChangeAnnouncer } from './price-change-announcer.tsx'
import { PriceAge, useOldPrice } from './price-times.tsx'
import { RecipientWarning } from './recipient-warning.tsx'
import styles from './review-form.module.css'
import { TokenAcknowledgement } from './token-acknowledgement.tsx'
import { useAgreedIntent } from './use-agreed-intent.ts'
import { type ApprovalNeed, useApprovalNeed } from './use-approval-need.ts'
import { useIdenticalSwap } from './use-identical-swap.ts'
import { useRecipientCheck } from './use-recipient-check.ts'
import { useTokenConsent } from './use-token-consent.ts'
import { useTotalCost } from './use-total-cost.ts'
import { useValueConsent } from './use-value-consent.ts'
import { useIsWhole, useWholeBalance } from './use-whole-balance.ts'
import { hasValueWarnings, ValueWarnings } from './value-warnings.tsx'

export interface ReviewFormProps {
  intent: SwapIntent
  /** Receives the shown swap. `isUnlimitedShown` is true if the form showed an unlimited approval. */
  onConfirm: (intent: SwapIntent, shown?: { isUnlimitedShown: boolean }) => void
}

/** Shows everything that the user accepts with Confirm. */
export function ReviewForm({ intent: chosen, onConfirm }: ReviewFormProps) {
  const { t } = useTranslation()
  const isWhole = useIsWhole(chosen)
  const intent = useWholeBalance(chosen, { isWhole })
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
  const { isOld, checkOld } = useOldPrice(intent.pricedAt)
  const { refresh, ...price } = useReviewPrice()
  const [gasLabel, setGasLabel] = useState<string>()
  const isBlocked =
    gasLabel !== undefined ||
    prompt !== undefined ||
    areDecimalsWrong ||
    recipient.problem !== undefined ||
    consent.blocked !== undefined
  // The wallet must not open before the cost of the approval and the value of the trade are shown.
  const isPending =
    approval === 'loading' ||
    totalGasWei === 'loading' ||
    decimals.status === 'loading' ||
    tokens.isChecking ||
    recipient.isChecking ||
    recipient.name === 'loading' ||
    value.isChecking
  const isInactive =
    tokens.isUnaccepted ||
    consent.isUnaccepted ||
    limit?.accepted === false ||
    recipient.isUnaccepted ||
    (recipient.name !== undefined && recipient.name !== 'same') ||
    (identical.isPending && !identical.accepted) ||
    isBlocked
  const early = useEarly(
    {
      approval: need !== undefined,
      surge: hasHighSurge(intent.price),
      value: hasValueWarnings({ value, consent }),
    },
    { isSettled: !isPending },
  )
  const lossLabel = useLossLabel({ value, intent })
  const needsLossConsent = consent.loss !== undefined && consent.blocked === undefined
  const getAgreed = useAgreedIntent(intent)
  const hasCodec = useChain(intent.chainId)?.codec !== 'none'
  const isSelf = sameAddress(intent.receiver, intent.account)

  const confirm = async () => {
    const agreed = getAgreed()
    // The swap stops if the name now resolves to another address.
    if (recipient.name !== undefined && !(await recipient.recheckName())) return
    if (checkOld()) return
    tokens.confirm()
    consent.confirm()
    limit?.confirm()
    recipient.confirm()
    identical.confirm()
    onConfirm(agreed, { isUnlimitedShown: need !== undefined && isUnlimited(need.amount) })
  }

  const approvalNotice = need && <ApprovalNotices intent={intent} need={need} totalGasWei={totalGasWei} />
  const valueWarnings = <ValueWarnings intent={intent} value={value} consent={consent} />

  return (
    <>
      <BalanceChanges intent={intent} />
      <div className={styles.details} data-aside="">
        <DetailList>
          <Detail label={t('review.rate')}>
            <Rate
              inputToken={intent.inputToken}
              outputToken={intent.outputToken}
              inputAmount={intent.inputAmount}
              outputAmount={intent.outputAmount ?? BigInt(intent.price.effectiveOutputAmount)}
            />
          </Detail>
        </DetailList>
        <PriceDetails
          price={intent.price}
          outputToken={intent.outputToken}
          slippageBps={intent.slippageBps}
          purchase={intent.outputAmount === undefined ? undefined : intent}
          partnerFeeBps={intent.partner?.feeBps}
          withoutNetworkCost
          foldsRoute
        />
        {isSelf && (
          <DetailList>
            <Detail label={t('review.recipient')} note={t('review.recipientSelf')}>
              <bdi translate="no" title={intent.receiver}>
                {shortAddress(intent.receiver)}
              </bdi>
            </Detail>
          </DetailList>
        )}
      </div>
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
      {early.surge && <SurgeNotice price={intent.price} />}
      {early.approval && approvalNotice}
      {early.value && valueWarnings}
      {!hasCodec && (
        <Notice tone="warning" title={t('review.noMinimum.title')}>
          {t('review.noMinimum.help')}
        </Notice>
      )}
      <DecimalsNotice check={decimals} />
      <DangerButton
        isDanger={needsLossConsent && !isOld}
        busy={isOld ? price.status === 'ready' && price.isRefreshing : isPending}
        inactive={!isOld && isInactive}
        onClick={() => (isOld ? refresh() : void confirm())}
        onInactiveClick={focusMissingAcknowledgement}
      >
        {isOld ? t('price.refresh') : (gasLabel ?? (needsLossConsent ? lossLabel : t(confirmLabel(need))))}
      </DangerButton>
      <PriceChangeAnnouncer intent={intent} />
      {/* Below the button, because these notices can change while the button is active. */}
      <OpenPromptNotice prompt={prompt} />
      <IdenticalSwapWarning {...identical} />
      {!early.surge && <SurgeNotice price={intent.price} />}
      {!early.value && valueWarnings}
      {!early.approval && approvalNotice}
      <GasNotice {...intent} onShort={setGasLabel} />
      {isWhole && (
        <Notice tone="neutral" title={t('review.whole.title', { token: intent.inputToken.symbol })}>
          {t('review.whole.help')}
        </Notice>
      )}
      <p className={styles.help}>{t('review.confirmHelp')}</p>
      <PriceAge pricedAt={intent.pricedAt} isOld={isOld} />
      <div className={classNames(styles.details, styles.yields)}>
        <YieldArea
          token={intent.outputToken}
          deposit={intent.outputAmount ?? BigInt(intent.price.effectiveOutputAmount)}
        />
        <YieldArea token={intent.inputToken} />
      </div>
    </>
  )
}

interface ApprovalNoticesProps {
  intent: SwapIntent
  need: ApprovalNeed
  totalGasWei: bigint | 'loading' | undefined
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
 * Returns the notices that were present when the button became active. They stay above the button.
 * Later notices are placed below, so that the button does not move under a finger.
 */
function useEarly<Name extends string>(
  present: Record<Name, boolean>,
  { isSettled }: { isSettled: boolean },
): Record<Name, boolean> {
  const [early, setEarly] = useState<Record<Name, boolean>>()
  if (isSettled && !early) setEarly(present)
  return early ?? present
}

function confirmLabel(need: ApprovalNeed | undefined) {
  if (!need || need.allowance === undefined) return 'action.confirm'
  return need.bySignature ? 'action.signAndSwap' : 'action.approveAndSwap'
}
