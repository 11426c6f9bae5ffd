import { useState } from 'react'
import { LiveRegion } from '../../components/live-region.tsx'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { formPart } from './form-part.ts'
import { toInsufficientLabel } from './insufficient-label.ts'

const PriceAnnouncement = formPart('PriceAnnouncement')

/** Announces errors, and the price once per set of inputs instead of on every refresh. */
export function SwapAnnouncer({ view, readiness }: { view: PriceView; readiness: SwapReadiness }) {
  const { t, format } = useTranslation()
  const [price, setPrice] = useState('')
  return (
    <>
      {view.status === 'ready' && <PriceAnnouncement view={view} onChange={setPrice} />}
      <LiveRegion message={price} />
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
