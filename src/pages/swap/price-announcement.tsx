import { useEffect } from 'react'
import { priceSentence } from '../../components/price-sentence.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'

export interface PriceAnnouncementProps {
  view: Extract<PriceView, { status: 'ready' }>
  onChange: (message: string) => void
}

/** Words the price once per set of inputs, not at every refresh. */
export function PriceAnnouncement({ view, onChange }: PriceAnnouncementProps) {
  const translation = useTranslation()
  const { inputs, inputAmount, outputAmount } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: later amounts of the same inputs are not announced.
  useEffect(() => {
    const isPurchase = inputs.outputAmount !== undefined
    onChange(priceSentence(translation, { ...inputs, inputAmount, outputAmount, isPurchase }))
    // Clears the sentence until the next inputs have a price.
    return () => onChange('')
  }, [inputs])
  return null
}
