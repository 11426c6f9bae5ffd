import { useEffect } from 'react'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

export interface PriceAnnouncementProps {
  view: Extract<PriceView, { status: 'ready' }>
  onChange: (message: string) => void
}

/** Words the price once per set of inputs, not at every refresh. */
export function PriceAnnouncement({ view, onChange }: PriceAnnouncementProps) {
  const { t, format } = useTranslation()
  const { inputs, inputAmount, outputAmount } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: the amounts and the words of the moment will do.
  useEffect(() => {
    const { inputToken, outputToken } = inputs
    onChange(
      t(inputs.outputAmount === undefined ? 'price.ready' : 'price.readyPurchase', {
        input: format.amount(inputAmount, inputToken.decimals, inputToken.symbol),
        from: inputToken.symbol,
        output: format.amount(outputAmount, outputToken.decimals, outputToken.symbol),
        to: outputToken.symbol,
      }),
    )
    // Not said of the next ones, until they have a price.
    return () => onChange('')
  }, [inputs])
  return null
}
