import { useMemo } from 'react'
import type { SwapIntent } from '../execution/machine/types.ts'
import { sameAddress } from '../lib/address.ts'
import { toIntent } from './to-intent.ts'
import { useExecution } from './use-execution.ts'
import { usePrice } from './use-price.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/**
 * The swap under review, with the id it was selected with. Before it is confirmed, and again after it failed, it follows
 * the live price and the slippage setting, so that the user confirms exactly what is shown.
 */
export function useReviewIntent(): SwapIntent | undefined {
  const selected = useStore(useWidget().review, (review) => review.intent)
  const execution = useExecution().state
  const view = usePrice()
  const ready = view.status === 'ready' ? view : undefined
  const { inputs, price, inputAmount, updatedAt = 0 } = ready ?? {}
  const confirmed = execution.stage === 'idle' || execution.stage === 'failed' ? undefined : execution.intent
  return useMemo(() => {
    if (selected && confirmed?.id === selected.id) return confirmed
    if (!selected || !inputs || !price || inputAmount === undefined) return selected
    const live = toIntent({
      id: selected.id,
      view: { inputs, price, inputAmount, updatedAt },
      account: selected.account,
    })
    return isSameTrade(live, selected) && inputs.account === selected.account ? live : selected
  }, [selected, confirmed, inputs, price, inputAmount, updatedAt])
}

function isSameTrade(a: SwapIntent, b: SwapIntent): boolean {
  return (
    a.chainId === b.chainId &&
    a.inputToken.address === b.inputToken.address &&
    a.outputToken.address === b.outputToken.address &&
    a.outputAmount === b.outputAmount &&
    // What a purchase costs follows the price.
    (a.outputAmount !== undefined || a.inputAmount === b.inputAmount) &&
    sameAddress(a.receiver, b.receiver)
  )
}
