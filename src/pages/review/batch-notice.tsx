import type { Address } from '../../../wire/lib/address.ts'
import { Notice } from '../../components/notice.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import styles from './review-form.module.css'
import { useApprovalCost } from './use-approval-cost.ts'

export interface BatchNoticeProps {
  intent: SwapIntent
  /** Base units. */
  amount: bigint
  spender: Address
  /** Network cost of approvals and swap together, in wei. Undefined if unknown. */
  totalGasWei: bigint | 'loading' | undefined
}

/** The approval that is sent together with the swap, shown before the wallet opens. */
export function BatchNotice({ intent, amount, spender, totalGasWei }: BatchNoticeProps) {
  const { t, format } = useTranslation()
  const cost = useApprovalCost(intent, totalGasWei)
  const { inputToken } = intent
  const params = { token: inputToken.symbol, spender: shortAddress(spender) }
  return (
    <Notice tone={isUnlimited(amount) ? 'warning' : 'neutral'} title={t('stage.batchNotice.title')}>
      <span title={spender}>
        {isUnlimited(amount)
          ? t('stage.batchNotice.helpUnlimited', params)
          : t('stage.batchNotice.help', {
              ...params,
              amount: format.exactAmount(amount, inputToken.decimals),
            })}
      </span>
      <span className={styles.cost}>{cost}</span>
    </Notice>
  )
}

/** Explains why the wallet shows the approval and the swap one after the other. */
export function BatchRefusedNotice() {
  const { t } = useTranslation()
  return (
    <Notice tone="neutral" title={t('stage.batchRefused.title')}>
      {t('stage.batchRefused.help')}
    </Notice>
  )
}
