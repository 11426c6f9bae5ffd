import { useQuery } from '@tanstack/react-query'
import { decimalOf } from '../../components/impact.ts'
import type { SwapIntent } from '../../execution/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useUsdPrices } from '../../hooks/use-usd-prices.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { type Address, NATIVE_TOKEN } from '../../lib/address.ts'
import { approvalCostQuery } from '../../queries/approval-cost-query.ts'

/** Digits that count of an estimate made of dollars. */
const PRECISION = 9

/** Network cost of approvals and swap together before either, in wei; undefined is unknown. */
export function useTotalCost(
  { chainId, inputToken, inputAmount, account, price }: SwapIntent,
  { spender, allowance }: { spender: Address; allowance: bigint },
): bigint | 'loading' | undefined {
  const widget = useWidget()
  const decimals = useConfig().chains.find(({ id }) => id === chainId)?.nativeCurrency.decimals ?? 18
  const [nativeUsd] = useUsdPrices([{ chainId, address: NATIVE_TOKEN }])
  const approvals = useQuery(
    approvalCostQuery(widget, {
      chainId,
      token: inputToken.address,
      owner: account,
      spender,
      amount: inputAmount,
      allowance,
    }),
    widget.queryClient,
  )
  const swapUsd = decimalOf(price.gasCostUSD)
  if (swapUsd === undefined || approvals.isError) return undefined
  if (approvals.data === undefined) return 'loading'
  if (!nativeUsd) return undefined
  const swap =
    BigInt(Math.round((swapUsd / nativeUsd) * 10 ** PRECISION)) * 10n ** BigInt(decimals - PRECISION)
  return approvals.data + swap
}
