import { classNames } from '../../components/class-names.ts'
import { DangerButton } from '../../components/danger-button.tsx'
import { YieldArea } from '../../components/yield-area.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useReviewPrice } from '../../hooks/use-review-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import { focusMissingAcknowledgement } from './acknowledgement.tsx'
import { BalanceChanges } from './balance-changes.tsx'
import { useLossLabel } from './loss-warning.tsx'
import { PriceChangeAnnouncer } from './price-change-announcer.tsx'
import { PriceAge, useOldPrice } from './price-times.tsx'
import { ReviewDetails } from './review-details.tsx'
import { ReviewFacts } from './review-facts.tsx'
import styles from './review-form.module.css'
import { LateNotices, ReviewNotices, useEarlyNotices } from './review-notices.tsx'
import { useAgreedIntent } from './use-agreed-intent.ts'
import type { ApprovalNeed } from './use-approval-need.ts'
import { type ReviewChecks, useReviewChecks } from './use-review-checks.ts'
import { useIsWhole, useWholeBalance } from './use-whole-balance.ts'

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
  const checks = useReviewChecks(intent)
  const early = useEarlyNotices(intent, checks)
  const { isOld, checkOld } = useOldPrice(intent.pricedAt)
  const getAgreed = useAgreedIntent(intent)
  const { recipient, need } = checks

  const confirm = async () => {
    const agreed = getAgreed()
    // The swap stops if the name now resolves to another address.
    if (recipient.name !== undefined && !(await recipient.recheckName())) return
    if (checkOld()) return
    checks.confirm()
    onConfirm(agreed, { isUnlimitedShown: need !== undefined && isUnlimited(need.amount) })
  }

  return (
    <>
      <BalanceChanges intent={intent} />
      <ReviewFacts intent={intent} value={checks.value} />
      <ReviewDetails intent={intent} />
      <ReviewNotices intent={intent} checks={checks} early={early} />
      <ConfirmButton intent={intent} checks={checks} isOld={isOld} onConfirm={() => void confirm()} />
      <PriceChangeAnnouncer intent={intent} />
      <LateNotices intent={intent} checks={checks} early={early} isWhole={isWhole} />
      <div className={styles.footer}>
        <p className={styles.help}>{t('review.confirmHelp')}</p>
        <PriceAge pricedAt={intent.pricedAt} isOld={isOld} />
      </div>
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

interface ConfirmButtonProps {
  intent: SwapIntent
  checks: ReviewChecks
  /** Refreshes the price instead. */
  isOld: boolean
  onConfirm: () => void
}

/** The main button, which stays visible while the page scrolls. */
function ConfirmButton({ intent, checks, isOld, onConfirm }: ConfirmButtonProps) {
  const { t } = useTranslation()
  const { refresh, ...price } = useReviewPrice()
  const { value, consent, need, gasLabel, isPending, isInactive } = checks
  const lossLabel = useLossLabel({ value, intent })
  const needsLossConsent = consent.loss !== undefined && consent.blocked === undefined
  return (
    <div className={styles.confirm}>
      <DangerButton
        isDanger={needsLossConsent && !isOld}
        busy={isOld ? price.status === 'ready' && price.isRefreshing : isPending}
        inactive={!isOld && isInactive}
        onClick={() => (isOld ? refresh() : onConfirm())}
        onInactiveClick={focusMissingAcknowledgement}
      >
        {isOld ? t('price.refresh') : (gasLabel ?? (needsLossConsent ? lossLabel : t(confirmLabel(need))))}
      </DangerButton>
    </div>
  )
}

function confirmLabel(need: ApprovalNeed | undefined) {
  if (!need || need.allowance === undefined) return 'action.confirm'
  return need.bySignature ? 'action.signAndSwap' : 'action.approveAndSwap'
}
