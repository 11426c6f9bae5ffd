import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { decimalOf } from '../../components/impact.ts'
import { TradeSide } from '../../components/trade-side.tsx'
import type { SwapIntent } from '../../execution/types.ts'
import { useWords } from '../../hooks/use-words.ts'
import { minimumOutput } from '../../lib/minimum-output.ts'
import { receivedUsd } from '../../lib/received-usd.ts'
import styles from './trade.module.css'

/** What leaves and what arrives. */
export function Trade({ intent }: { intent: SwapIntent }) {
  const { t, format } = useWords()
  const { inputToken, outputToken, price } = intent
  const received = BigInt(price.effectiveOutputAmount)
  const least = minimumOutput(received, intent.slippageBps)
  return (
    <Card className={styles.trade}>
      <TradeSide
        label={t('review.pay')}
        token={inputToken}
        amount={intent.inputAmount}
        exact
        usd={decimalOf(price.inputAmountUSD)}
      />
      <span className={styles.arrow}>
        <Icon name="arrowDown" size={18} />
      </span>
      <TradeSide
        label={t('review.receive')}
        token={outputToken}
        amount={received}
        usd={receivedUsd(price)}
        note={t('review.atLeast', {
          amount: `${format.amount(least, outputToken.decimals)} ${outputToken.symbol}`,
        })}
      />
    </Card>
  )
}
