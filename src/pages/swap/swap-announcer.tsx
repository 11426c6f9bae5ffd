import { useState } from 'react'
import { LiveRegion } from '../../components/live-region.tsx'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { toInsufficientLabel } from './insufficient-label.ts'

/** Announces the price once per set of inputs, not at every refresh, and errors. */
export function SwapAnnouncer({ view, readiness }: { view: PriceView; readiness: SwapReadiness }) {
  const { t, format } = useTranslation()
  const [announced, setAnnounced] = useState<{ inputs: object; message: string }>()
  if (view.status === 'ready' && announced?.inputs !== view.inputs) {
    const { inputs, inputAmount, outputAmount } = view
    setAnnounced({
      inputs,
      message: t(inputs.outputAmount === undefined ? 'price.ready' : 'price.readyPurchase', {
        input: format.amount(inputAmount, inputs.inputToken.decimals, inputs.inputToken.symbol),
        from: inputs.inputToken.symbol,
        output: format.amount(outputAmount, inputs.outputToken.decimals, inputs.outputToken.symbol),
        to: inputs.outputToken.symbol,
      }),
    })
  }
  return (
    <>
      <LiveRegion message={view.status === 'ready' ? (announced?.message ?? '') : ''} />
      <LiveRegion politeness="assertive" message={problem()} />
    </>
  )

  function problem(): string {
    if (readiness.kind === 'insufficient-balance') {
      return toInsufficientLabel(readiness, { t, format })
    }
    if (readiness.kind === 'below-minimum') {
      return t('swap.button.minimum', { amount: format.usd(readiness.minAmountUsd) })
    }
    if (readiness.kind !== 'error') return ''
    const { code } = readiness.error
    return `${t(`error.${code}`)}. ${t(`error.${code}.help`)}`
  }
}
