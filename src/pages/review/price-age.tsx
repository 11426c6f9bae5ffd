import { useEffect, useState } from 'react'
import { useTranslation } from '../../hooks/use-translation.ts'

/** How old the shown price is. `pricedAt`: milliseconds since the epoch; renders nothing if unknown. */
export function PriceAge({ pricedAt }: { pricedAt: number | undefined }) {
  const { t } = useTranslation()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (pricedAt === undefined) return null
  return t('review.priceAge', { seconds: Math.max(0, Math.floor((now - pricedAt) / 1_000)) })
}
