import { useQuery } from '@tanstack/react-query'
import { type Address, isNativeToken } from '../../../wire/lib/address.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useUnlimitedApproval } from '../../hooks/use-unlimited-approval.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { mostInput } from '../../lib/purchase.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import { allowanceQuery } from '../../queries/allowance-query.ts'
import { batchQuery } from '../../queries/batch-query.ts'
import { permitQuery } from '../../queries/permit-query.ts'
import { fromOtherAmount } from './use-whole-balance.ts'

export interface ApprovalNeed {
  spender: Address
  /** The maximum input of this swap, or `UNLIMITED` by the user's choice. In base units. */
  amount: bigint
  /** The current, insufficient allowance in base units. Undefined if it could not be read. */
  allowance: bigint | undefined
  /** True if the wallet sends approval and swap as one batch. */
  isBatched: boolean
  /** True if a permit signature replaces the approval transaction. */
  bySignature: boolean
}

/** Returns the approval that the input token needs, or may need. Undefined if it needs none. */
export function useApprovalNeed(intent: SwapIntent): ApprovalNeed | 'loading' | undefined {
  const widget = useWidget()
  const isUnlimited = useUnlimitedApproval()
  const { permits, batches } = useConfig().approvals
  const chain = useChain(intent.chainId)
  const spender = chain?.routerAddress
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
  const isShort = needed && allowance !== undefined && allowance < mostInput(intent)
  const { codec } = chain ?? {}
  const canPermit = isShort && permits && !isUnlimited && codec === 'sluice'
  const permitOptions = permitQuery(widget, {
    chainId: intent.chainId,
    token,
    owner: intent.account,
    spender: spender ?? intent.account,
    amount: mostInput(intent),
  })
  const permit = useQuery(
    { ...permitOptions, enabled: canPermit, placeholderData: fromOtherAmount(permitOptions.queryKey) },
    widget.queryClient,
  )
  const { chainId, account: from } = intent
  const batch = useQuery(
    {
      ...batchQuery(widget, { chainId, from }, widget.wallet),
      enabled: isShort && batches,
    },
    widget.queryClient,
  )
  if (needed && isLoading) return 'loading'
  if (isShort && batches && batch.isLoading) return 'loading'
  if (canPermit && permit.isLoading) return 'loading'
  const amount = isUnlimited ? UNLIMITED : mostInput(intent)
  if (spender && needed && allowance === undefined) {
    return { spender, allowance, isBatched: false, bySignature: false, amount }
  }
  if (!spender || !isShort) return undefined
  const isBatched = batches && batch.data === true
  const bySignature = !isBatched && canPermit && permit.data === true
  return { spender, allowance, isBatched, bySignature, amount }
}
