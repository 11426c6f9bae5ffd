import { useEffect, useRef } from 'react'
import { getTerms } from '../../execution/machine/terms.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { DOUBLE_CLICK_MS } from '../../lib/thresholds.ts'

/**
 * Returns the swap that a click on Confirm agrees to: the shown one. A refresh that breaks the shown minimum or maximum
 * within `DOUBLE_CLICK_MS` before the click was not read yet, so the swap shown before it counts and the quote is
 * compared with that one.
 */
export function useAgreedIntent(intent: SwapIntent): () => SwapIntent {
  const shown = useRef<{ intent: SwapIntent; before?: SwapIntent; at: number }>({ intent, at: 0 })
  useEffect(() => {
    const last = shown.current.intent
    if (last === intent) return
    const isBroken = last.slippageBps === intent.slippageBps && breaksBounds(last, intent)
    shown.current = { intent, at: Date.now(), ...(isBroken && { before: last }) }
  }, [intent])
  return () => {
    const { before, at } = shown.current
    return before && Date.now() < at + DOUBLE_CLICK_MS ? before : intent
  }
}

function breaksBounds(before: SwapIntent, { inputAmount, outputAmount, price }: SwapIntent): boolean {
  const { maxInputAmount, minOutputAmount } = getTerms(before, 0)
  return outputAmount === undefined
    ? BigInt(price.effectiveOutputAmount) < minOutputAmount
    : inputAmount > maxInputAmount
}
