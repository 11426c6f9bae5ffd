import { useMemo } from 'react'
import type { PriceInputs } from '../queries/price-query.ts'
import { withSettings } from '../store/with-settings.ts'
import { useConfig } from './use-config.ts'
import { usePriceOf } from './use-price.ts'
import { toTerms } from './use-price-inputs.ts'
import { useSettings } from './use-settings.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/**
 * Returns the live price of the swap under review with the current settings. Ignores later changes
 * to the form.
 */
export function useReviewPrice(): ReturnType<typeof usePriceOf> {
  const intent = useStore(useWidget().review, (review) => review.intent)
  const settings = useSettings((state) => state)
  const config = useConfig()
  const { slippageBps } = settings
  const { routing } = withSettings(config, settings)
  const routingKey = JSON.stringify(routing)
  const partner = intent && config.partner[intent.chainId]

  // biome-ignore lint/correctness/useExhaustiveDependencies: `routingKey` represents `routing`
  const inputs = useMemo((): PriceInputs | undefined => {
    if (!intent) return undefined
    const { chainId, inputToken, outputToken, inputAmount, outputAmount, account, receiver, wrapper } = intent
    return {
      chainId,
      inputToken,
      outputToken,
      account,
      receiver,
      routing,
      ...toTerms({ inputAmount, outputAmount, slippageBps, partner, wrapper }),
    }
  }, [intent, slippageBps, partner, routingKey])
  return usePriceOf(inputs)
}
