import { Notice } from '../../components/notice.tsx'
import type { SwapIntent } from '../../execution/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useWords } from '../../hooks/use-words.ts'
import type { Address } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'

export interface ApprovalNoticeProps {
  intent: SwapIntent
  spender: Address
  /** Network cost of approvals and swap together, in wei, once it is known. */
  totalGasWei?: bigint | undefined
}

/** Says before the wallet opens: how much is approved, for whom, at what cost. */
export function ApprovalNotice({ intent, spender, totalGasWei }: ApprovalNoticeProps) {
  const { t, format } = useWords()
  const chain = useConfig().chains.find(({ id }) => id === intent.chainId)
  const { inputToken } = intent
  const words = {
    amount: format.exactAmount(intent.inputAmount, inputToken.decimals),
    token: inputToken.symbol,
    spender: shortAddress(spender),
  }
  const native = chain?.nativeCurrency
  return (
    <Notice tone="neutral" title={t('stage.approvalNotice.title')}>
      <span title={spender}>
        {totalGasWei !== undefined && native
          ? t('stage.approvalNotice.help', {
              ...words,
              cost: `${format.amount(totalGasWei, native.decimals)} ${native.symbol}`,
            })
          : t('stage.approvalNotice.helpUnknownCost', words)}
      </span>
    </Notice>
  )
}
