import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { TradeSide } from '../../components/trade-side.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './trade.module.css'

/** What leaves and what arrives when the native token is wrapped or unwrapped: exactly the same amount. */
export function WrapTrade({ intent }: { intent: SwapIntent }) {
  const { t } = useTranslation()
  const { inputToken, outputToken, inputAmount } = intent
  return (
    <Card className={styles.trade}>
      <TradeSide label={t('review.pay')} token={inputToken} amount={inputAmount} exact />
      <span className={styles.arrow}>
        <Icon name="arrowDown" size={18} />
      </span>
      <TradeSide label={t('wrap.receive')} token={outputToken} amount={inputAmount} exact />
    </Card>
  )
}
