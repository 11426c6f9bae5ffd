import { useState } from 'react'
import type { Token } from '../events/types.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { ratePlaces, roundTo } from '../lib/rate-places.ts'
import { unitRate } from '../lib/unit-rate.ts'
import { Icon } from './icon.tsx'
import styles from './rate.module.css'

export interface RateProps {
  inputToken: Token
  outputToken: Token
  /** Base units. */
  inputAmount: bigint
  outputAmount: bigint
}

/** Shows "1 ETH = 2,431 USDC" in the direction of the trade. A click inverts the rate. */
export function Rate({ inputToken, outputToken, inputAmount, outputAmount }: RateProps) {
  const { t, format } = useTranslation()
  const [inverted, setInverted] = useState(false)
  const [from, to] = inverted ? [outputToken, inputToken] : [inputToken, outputToken]
  const [paid, received] = inverted ? [outputAmount, inputAmount] : [inputAmount, outputAmount]
  const rate = unitRate(
    { amount: paid, decimals: from.decimals },
    { amount: received, decimals: to.decimals },
  )
  const toText = (value: bigint, decimals: number) => {
    const places = ratePlaces(value, decimals)
    return format.exactAmount(roundTo(value, decimals - places), places)
  }
  if (rate === undefined) return <span>{t('price.unknown')}</span>
  return (
    <button
      type="button"
      className={styles.rate}
      title={t('price.invert')}
      onClick={() => setInverted(!inverted)}
    >
      <span translate="no" className={styles.words}>
        {t('price.rate', {
          from: from.symbol,
          rate: toText(rate.value, rate.decimals),
          to: to.symbol,
        })}
      </span>
      <Icon name="invert" size={16} />
    </button>
  )
}
