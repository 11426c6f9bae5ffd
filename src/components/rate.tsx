import { useState } from 'react'
import type { Token } from '../events/types.ts'
import { useTranslation } from '../hooks/use-translation.ts'
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

/** "1 ETH = 2,431.7 USDC", in the direction that is above one. Inverts the rate on click. */
export function Rate({ inputToken, outputToken, inputAmount, outputAmount }: RateProps) {
  const { t, format } = useTranslation()
  const [isFlipped, setIsFlipped] = useState(false)
  // The readable direction first: "1 WBTC = 64,210 USDT", not "1 USDT = 0.00001557 WBTC".
  const isSmall =
    outputAmount * 10n ** BigInt(inputToken.decimals) < inputAmount * 10n ** BigInt(outputToken.decimals)
  const inverted = isSmall !== isFlipped
  const [from, to] = inverted ? [outputToken, inputToken] : [inputToken, outputToken]
  const [paid, received] = inverted ? [outputAmount, inputAmount] : [inputAmount, outputAmount]
  const rate = unitRate(
    { amount: paid, decimals: from.decimals },
    { amount: received, decimals: to.decimals },
  )
  if (rate === undefined) return <span>{t('price.unknown')}</span>
  return (
    <button
      type="button"
      className={styles.rate}
      title={t('price.invert')}
      onClick={() => setIsFlipped(!isFlipped)}
    >
      <span className={styles.words}>
        {t('price.rate', {
          from: from.symbol,
          rate: format.amount(rate.value, rate.decimals, to.symbol),
          to: to.symbol,
        })}
      </span>
      <Icon name="invert" size={16} />
    </button>
  )
}
