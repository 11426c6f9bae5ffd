import { useQuery } from '@tanstack/react-query'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useUnlimitedApproval } from '../../hooks/use-unlimited-approval.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { type Address, isNativeToken } from '../../lib/address.ts'
import { mostInput } from '../../lib/purchase.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import { allowanceQuery } from '../../queries/allowance-query.ts'

export interface ApprovalNeed {
  spender: Address
  /** What is asked for: the maximum of this swap, or `UNLIMITED` by the user's choice. In base units. */
  amount: bigint
  /** The current allowance, which is too low. In base units. */
  allowance: bigint
}

/** The approval of the input token needed first; undefined if none is needed or the allowance is unknown. */
export function useApprovalNeed(intent: SwapIntent): ApprovalNeed | 'loading' | undefined {
  const widget = useWidget()
  const isUnlimited = useUnlimitedApproval()
  const spender = useChain(intent.chainId)?.routerAddress
  const token = intent.inputToken.address
  const needed = spender !== undefined && !isNativeToken(token)
  const { data: allowance, isLoading } = useQuery(
    {
      ...allowanceQuery(widget, {
        chainId: intent.chainId,
        token,
        owner: intent.account,
        spender: spender ?? intent.account,
      }),
      enabled: needed,
    },
    widget.queryClient,
  )
  if (needed && isLoading) return 'loading'
  if (!needed || allowance === undefined || allowance >= mostInput(intent)) return undefined
  return { spender, allowance, amount: isUnlimited ? UNLIMITED : mostInput(intent) }
}
