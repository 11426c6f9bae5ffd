import { Notice } from '../../components/notice.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { type Address, NATIVE_TOKEN } from '../../lib/address.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { isUnlimited } from '../../lib/unlimited.ts'
import { usdValue } from '../../lib/usd-value.ts'

export interface ApprovalNoticeProps {
  intent: SwapIntent
  /** Base units. */
  amount: bigint
  spender: Address
  /** Network cost of approvals and swap together, in wei; undefined is unknown. */
  totalGasWei: bigint | 'loading' | undefined
}

/** The amount, spender and cost of the approval, shown before the wallet opens. */
export function ApprovalNotice({ intent, amount: approved, spender, totalGasWei }: ApprovalNoticeProps) {
  const { t, format } = useTranslation()
  const chain = useChain(intent.chainId)
  const nativeUsd = useUsdPrice({ chainId: intent.chainId, address: NATIVE_TOKEN })
  const { inputToken } = intent
  const params = {
    token: inputToken.symbol,
    spender: shortAddress(spender),
  }
  const cost = () => {
    if (totalGasWei === 'loading') return t('stage.approvalNotice.costLoading')
    const native = chain?.nativeCurrency
    if (totalGasWei === undefined || !native) return t('stage.approvalNotice.costUnknown')
    const amount = `${format.amount(totalGasWei, native.decimals)} ${native.symbol}`
    const usd = usdValue(totalGasWei, native.decimals, nativeUsd)
    return t('stage.approvalNotice.cost', {
      cost: usd === undefined ? amount : `${amount} (${format.usd(usd)})`,
    })
  }
  return (
    <Notice tone={isUnlimited(approved) ? 'warning' : 'neutral'} title={t('stage.approvalNotice.title')}>
      <span title={spender}>
        {isUnlimited(approved)
          ? t('stage.approvalNotice.helpUnlimited', params)
          : t('stage.approvalNotice.help', {
              ...params,
              amount: format.exactAmount(approved, inputToken.decimals),
            })}
      </span>{' '}
      {cost()}
    </Notice>
  )
}
