import type { PriceResult } from '../../../wire/router.ts'
import { impactLevel } from '../../components/impact.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { tradeCost } from '../../lib/trade-cost.ts'
import type { TradeValue } from '../../lib/value-trade.ts'
import styles from './price-difference.module.css'

export interface PriceDifferenceProps {
  price: PriceResult
  value: TradeValue
}

/** The relative loss between input and output value, equal to the cost in the price summary. */
export function PriceDifference({ price, value }: PriceDifferenceProps) {
  const { t, format } = useTranslation()
  const config = useConfig()
  const { bps = (value.lossFraction ?? 0) * 10_000 } = tradeCost(price, value)
  const percent = format.percent(-bps, { signed: true })
  return (
    <span
      translate="no"
      className={styles[impactLevel(bps, config)]}
      title={t('price.usdDifference', { percent })}
    >
      {`(${percent})`}
    </span>
  )
}
