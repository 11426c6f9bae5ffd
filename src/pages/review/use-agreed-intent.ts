import { useEffect, useRef } from 'react'
import { getTerms } from '../../execution/machine/terms.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { DOUBLE_CLICK_MS } from '../../lib/thresholds.ts'

/**
 * Returns the swap to start on Confirm. Within `DOUBLE_CLICK_MS` after a change that breaks the
 * shown minimum or maximum, this is the previously shown swap, because users cannot have read the new
 * figures.
 */
export function useAgreedIntent(intent: SwapIntent): () => SwapIntent {
  const shown = useRef<{ intent: SwapIntent; before?: SwapIntent; at: number }>({ intent, at: 0 })
  useEffect(() => {
    const { intent: last, before, at } = shown.current
    if (last === intent) return
    const now = Date.now()
    const isUnread = before?.id === intent.id && now < at + DOUBLE_CLICK_MS
    const read = isUnread ? before : last
    if (read.id !== intent.id || !breaksBounds(read, intent)) shown.current = { intent, at: now }
    else shown.current = { intent, before: read, at: breaksBounds(last, intent) ? now : at }
  }, [intent])
  return () => {
    const { before, at } = shown.current
    return before && Date.now() < at + DOUBLE_CLICK_MS ? before : intent
  }
}

/** Returns whether the swap can bring less, or take more, than shown before. */
function breaksBounds(before: SwapIntent, intent: SwapIntent): boolean {
  if (intent.slippageBps > before.slippageBps) return true
  const { maxInputAmount, minOutputAmount } = getTerms(before, 0)
  return intent.outputAmount === undefined
    ? BigInt(intent.price.effectiveOutputAmount) < minOutputAmount
    : intent.inputAmount > maxInputAmount
}
