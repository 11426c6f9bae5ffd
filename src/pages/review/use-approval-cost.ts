import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { usdValue } from '../../lib/usd-value.ts'

/**
 * Returns a text about the total cost of approvals and swap.
 *
 * @param totalGasWei The cost in wei. Undefined if unknown.
 */
export function useApprovalCost(
  { chainId }: SwapIntent,
  totalGasWei: bigint | 'loading' | undefined,
): string {
  const { t, format } = useTranslation()
  const native = useChain(chainId)?.nativeCurrency
  const nativeUsd = useUsdPrice({ chainId, address: NATIVE_TOKEN })
  if (totalGasWei === 'loading') return t('stage.approvalNotice.costLoading')
  if (totalGasWei === undefined || !native) return t('stage.approvalNotice.costUnknown')
  const amount = `${format.amount(totalGasWei, native.decimals)} ${native.symbol}`
  const usd = usdValue(totalGasWei, native.decimals, nativeUsd)
  const cost = usd === undefined ? amount : `${amount} (${format.usd(usd)})`
  return t('stage.approvalNotice.cost', { cost })
}
