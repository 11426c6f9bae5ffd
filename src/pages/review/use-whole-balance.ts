import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isNativeToken, sameAddress } from '../../../wire/lib/address.ts'
import { amountOfForm } from '../../../wire/lib/amount.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useEarningType } from '../../hooks/use-earning-type.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { balanceQuery } from '../../queries/balance-query.ts'

/** Refresh interval of the balance while the whole balance is being sold. */
const REFRESH_MS = 4_000
/** A larger increase over the chosen amount is not interest. */
const MAX_INTEREST_BPS = 10n

/**
 * Returns whether a trade sells the whole balance of a token that accrues interest in its balance.
 */
export function useIsWhole({ chainId, inputToken, outputAmount }: SwapIntent): boolean {
  const whole = useForm((form) => form.whole)
  const amount = useForm((form) => form.inputAmount)
  const type = useEarningType(inputToken)
  const isChosen =
    whole?.chainId === chainId && whole.amount === amount && sameAddress(whole.token, inputToken.address)
  return isChosen && type === 'lend' && outputAmount === undefined
}

/**
 * Adds the interest since the amount was chosen if the trade sells the whole balance. Only the
 * interest between the signature and its block remains.
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
 * Returns a `placeholderData` function that reuses the result for another amount of the same token
 * and account, so that accruing interest does not disable the button during a click.
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
