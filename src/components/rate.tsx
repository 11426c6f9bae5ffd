import { useState } from 'react'
import type { Token } from '../events/types.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { ratePlaces } from '../lib/rate-places.ts'
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

/** Shows "1 ETH = 2,431.7 USDC". A click inverts the rate. */
export function Rate({ inputToken, outputToken, inputAmount, outputAmount }: RateProps) {
  const { t, format } = useTranslation()
  const [isFlipped, setIsFlipped] = useState(false)
  // Uses the direction of the trade, unless that rate is as small as "1 USDT = 0.00001557 WBTC".
  const isSmall =
    outputAmount * 10n ** BigInt(inputToken.decimals + 1) < inputAmount * 10n ** BigInt(outputToken.decimals)
  const inverted = isSmall !== isFlipped
  const [from, to] = inverted ? [outputToken, inputToken] : [inputToken, outputToken]
  const [paid, received] = inverted ? [outputAmount, inputAmount] : [inputAmount, outputAmount]
  const rate = unitRate(
    { amount: paid, decimals: from.decimals },
    { amount: received, decimals: to.decimals },
  )
  const toText = (value: bigint, decimals: number) => {
    const places = ratePlaces(value, decimals)
    if (places === undefined)
      return format.amount(value, decimals, value < 10n ** BigInt(decimals + 1) ? undefined : to.symbol)
    return format.exactAmount(value / 10n ** BigInt(decimals - places), places)
  }
  if (rate === undefined) return <span>{t('price.unknown')}</span>
  return (
    <button
      type="button"
      className={styles.rate}
      title={t('price.invert')}
      onClick={() => setIsFlipped(!isFlipped)}
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
