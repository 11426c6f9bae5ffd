import { useState } from 'react'
import { LiveRegion } from '../../components/live-region.tsx'
import { priceSentence } from '../../components/price-sentence.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

/**
 * Announces a refreshed price that differs by more than the tolerance from the last announced one.
 */
export function PriceChangeAnnouncer({ intent }: { intent: SwapIntent }) {
  const translation = useTranslation()
  const { quoteToleranceBps } = useConfig()
  const [opened] = useState(intent)
  const [announced, setAnnounced] = useState(intent)
  if (announced !== intent && isMaterial([announced, intent], quoteToleranceBps)) setAnnounced(intent)
  const message =
    announced === opened
      ? ''
      : priceSentence(translation, {
          ...announced,
          outputAmount: outputOf(announced),
          isPurchase: announced.outputAmount !== undefined,
        })
  return <LiveRegion message={message} />
}

function isMaterial([before, now]: [SwapIntent, SwapIntent], toleranceBps: number): boolean {
  return [
    [before.inputAmount, now.inputAmount],
    [outputOf(before), outputOf(now)],
  ].some(
    ([from = 0n, to = 0n]) => (from > to ? from - to : to - from) * 10_000n > from * BigInt(toleranceBps),
  )
}

function outputOf({ outputAmount, price }: SwapIntent): bigint {
  return outputAmount ?? BigInt(price.effectiveOutputAmount)
}
