import { useMemo } from 'react'
import type { SwapIntent } from '../execution/machine/types.ts'
import { toIntent } from './to-intent.ts'
import { useExecution } from './use-execution.ts'
import { useReviewPrice } from './use-review-price.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/**
 * Returns the swap under review with the id of its selection. It follows the live price and the
 * slippage setting until it is confirmed, and after a failure, so that the user confirms exactly
 * the shown figures.
 */
export function useReviewIntent(): SwapIntent | undefined {
  const selected = useStore(useWidget().review, (review) => review.intent)
  const execution = useExecution().state
  const view = useReviewPrice()
  const ready = view.status === 'ready' ? view : undefined
  const { inputs, price, inputAmount, updatedAt = 0 } = ready ?? {}
  const confirmed = execution.stage === 'idle' || execution.stage === 'failed' ? undefined : execution.intent
  return useMemo(() => {
    if (selected && confirmed?.id === selected.id) return confirmed
    if (!selected || !inputs || !price || inputAmount === undefined) return selected
    return toIntent({
      id: selected.id,
      view: { inputs, price, inputAmount, updatedAt },
      account: selected.account,
    })
  }, [selected, confirmed, inputs, price, inputAmount, updatedAt])
}
