import { useQuery } from '@tanstack/react-query'
import { NATIVE_TOKEN } from '../../../wire/lib/address.ts'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useUsdPrice } from '../../hooks/use-usd-price.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { amountOfUsd } from '../../lib/amount-of-usd.ts'
import { approvalCostQuery } from '../../queries/approval-cost-query.ts'
import type { ApprovalNeed } from './use-approval-need.ts'
import { fromOtherAmount } from './use-whole-balance.ts'

/**
 * Estimates the network cost of approvals and swap together, in wei. Undefined if unknown or no
 * approval is needed.
 */
export function useTotalCost(
  intent: SwapIntent,
  need: ApprovalNeed | undefined,
): bigint | 'loading' | undefined {
  const { chainId, inputToken, account, price } = intent
  const widget = useWidget()
  const decimals = useChain(chainId)?.nativeCurrency.decimals ?? 18
  const nativeUsd = useUsdPrice({ chainId, address: NATIVE_TOKEN })
  const options = approvalCostQuery(widget, {
    chainId,
    token: inputToken.address,
    owner: account,
    spender: need?.spender ?? account,
    amount: need?.amount ?? 0n,
    allowance: need?.allowance ?? 0n,
  })
  const approvals = useQuery(
    {
      ...options,
      enabled: need?.allowance !== undefined,
      placeholderData: fromOtherAmount(options.queryKey),
    },
    widget.queryClient,
  )
  const swapUsd = parseDecimal(price.gasCostUSD)
  if (need?.allowance === undefined || swapUsd === undefined || approvals.isError) return undefined
  if (approvals.data === undefined) return 'loading'
  if (!nativeUsd) return undefined
  return approvals.data + amountOfUsd(swapUsd, decimals, nativeUsd)
}
