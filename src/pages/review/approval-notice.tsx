import type { Address } from '../../../wire/lib/address.ts'
import { Notice } from '../../components/notice.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import styles from './review-form.module.css'
import { useApprovalCost } from './use-approval-cost.ts'

export interface ApprovalNoticeProps {
  intent: SwapIntent
  /**
   * True if the allowance could not be read, so that the approval may be unnecessary. Default
   * false.
   */
  isUncertain?: boolean
  /** Base units. */
  amount: bigint
  spender: Address
  /** Network cost of approvals and swap together, in wei. Undefined if unknown. */
  totalGasWei: bigint | 'loading' | undefined
}

/** The amount, spender and cost of the approval, shown before the wallet opens. */
export function ApprovalNotice({
  isUncertain = false,
  intent,
  amount: approved,
  spender,
  totalGasWei,
}: ApprovalNoticeProps) {
  const { t, format } = useTranslation()
  const cost = useApprovalCost(intent, totalGasWei)
  const { inputToken } = intent
  const params = {
    token: inputToken.symbol,
    spender: shortAddress(spender),
  }
  return (
    <Notice
      tone={isUnlimited(approved) ? 'warning' : 'neutral'}
      title={t(isUncertain ? 'stage.approvalNotice.maybe' : 'stage.approvalNotice.title')}
    >
      <span title={spender}>
        {isUnlimited(approved)
          ? t('stage.approvalNotice.helpUnlimited', params)
          : t('stage.approvalNotice.help', {
              ...params,
              amount: format.exactAmount(approved, inputToken.decimals),
            })}
      </span>
      <span className={styles.cost}>{cost}</span>
    </Notice>
  )
}
