import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useEarningType } from '../../hooks/use-earning-type.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isNativeToken, sameAddress } from '../../lib/address.ts'
import { amountOfForm } from '../../lib/amount.ts'
import { balanceQuery } from '../../queries/balance-query.ts'

/** How often the balance is read while all of it is about to be sold. */
const REFRESH_MS = 4_000
/** Of the amount that was chosen: what came in beyond it is not interest. */
const MAX_INTEREST_BPS = 10n

/** Whether a trade sells the whole balance of a token whose balance grows with interest. */
export function useIsWhole({ chainId, inputToken, outputAmount }: SwapIntent): boolean {
  const whole = useForm((form) => form.whole)
  const amount = useForm((form) => form.inputAmount)
  const type = useEarningType(inputToken)
  const isChosen =
    whole?.chainId === chainId && whole.amount === amount && sameAddress(whole.token, inputToken.address)
  return isChosen && type === 'lend' && outputAmount === undefined
}

/**
 * The trade with the interest since its amount was chosen, where that was the whole balance. What is shown is what is
 * sold: only the interest between the signature and its block stays.
 */
export function useWholeBalance(intent: SwapIntent, { isWhole }: { isWhole: boolean }): SwapIntent {
  const widget = useWidget()
  const { chainId, account, inputToken, inputAmount } = intent
  const chosen = useForm((form) => amountOfForm(form.inputAmount, inputToken.decimals))
  const { data: balance } = useQuery(
    {
      ...balanceQuery(widget, { chainId, token: inputToken.address, account }),
      enabled: isWhole && !isNativeToken(inputToken.address),
      refetchInterval: REFRESH_MS,
    },
    widget.queryClient,
  )
  return useMemo(() => {
    if (!isWhole || balance === undefined || inputAmount !== chosen || balance <= inputAmount) return intent
    const isInterest = (balance - inputAmount) * 10_000n <= inputAmount * MAX_INTEREST_BPS
    return isInterest ? { ...intent, inputAmount: balance } : intent
  }, [intent, isWhole, balance, inputAmount, chosen])
}

/**
 * For `placeholderData` of a query with an `amount`: what was read for another amount stands in until this one's is read, so
 * that interest does not take the button away from under a click. Nothing stands in for another token or account.
 */
export function fromOtherAmount<Data>(
  queryKey: QueryKey,
): (before: Data | undefined, query: { queryKey: QueryKey } | undefined) => Data | undefined {
  return (before, query) =>
    query && withoutAmount(query.queryKey) === withoutAmount(queryKey) ? before : undefined
}

function withoutAmount(queryKey: QueryKey): string {
  return JSON.stringify(queryKey, (name, value) => (name === 'amount' ? undefined : value))
}
