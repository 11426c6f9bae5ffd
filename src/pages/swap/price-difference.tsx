import { impactLevel } from '../../components/impact.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './price-difference.module.css'

/** How much more or less is received than is paid, by USD value. */
export function PriceDifference({ paidUsd, receivedUsd }: { paidUsd: number; receivedUsd: number }) {
  const { t, format } = useTranslation()
  const config = useConfig()
  const bps = Math.round((receivedUsd / paidUsd - 1) * 10_000)
  const percent = format.percent(bps, { signed: true })
  return (
    <span className={styles[impactLevel(-bps, config)]} title={t('price.usdDifference', { percent })}>
      {`(${percent})`}
    </span>
  )
}
