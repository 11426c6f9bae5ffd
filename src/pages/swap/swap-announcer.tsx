import { useState } from 'react'
import { getErrorLabels } from '../../components/error-notice.tsx'
import { LiveRegion } from '../../components/live-region.tsx'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { getBlocker } from './blocker-label.ts'
import { formPart } from './form-part.ts'
import type { MainButtonProps } from './main-button.tsx'

const PriceAnnouncement = formPart('PriceAnnouncement')

export interface SwapAnnouncerProps extends Pick<MainButtonProps, 'readiness' | 'blocked'> {
  view: PriceView
}

/**
 * Announces what blocks the swap, and the price once per set of inputs instead of on every refresh.
 */
export function SwapAnnouncer({ view, readiness, blocked }: SwapAnnouncerProps) {
  const translation = useTranslation()
  const [price, setPrice] = useState('')
  const blocker = getBlocker(readiness, translation)
  const problem =
    readiness.kind === 'error'
      ? `${blocker}. ${getErrorLabels(translation.t, readiness.error).help}`
      : blocker
  return (
    <>
      {view.status === 'ready' && <PriceAnnouncement view={view} onChange={setPrice} />}
      <LiveRegion message={price} />
      <LiveRegion politeness="assertive" message={blocked ?? problem} />
    </>
  )
}
