import { Icon } from '../../components/icon.tsx'
import { receiveLabel } from '../../components/receive-label.ts'
import { TokenAmount } from '../../components/token-amount.tsx'
import { TokenAvatar } from '../../components/token-avatar.tsx'
import { TokenMark } from '../../components/token-mark.tsx'
import type { Token } from '../../events/types.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import styles from './trade-pair.module.css'

export interface TradePairProps {
  intent: SwapIntent
  /** Base units. */
  inputAmount: bigint
  /** Base units. */
  outputAmount: bigint
}

/** Both sides of a trade in one row. */
export function TradePair({ intent, inputAmount, outputAmount }: TradePairProps) {
  const { t } = useTranslation()
  const { inputToken, outputToken } = intent
  const isPurchase = intent.outputAmount !== undefined
  return (
    <div className={styles.pair}>
      <Side
        label={t(isPurchase ? 'review.payAbout' : 'review.pay')}
        token={inputToken}
        amount={inputAmount}
        exact={!isPurchase}
      />
      <span className={styles.arrow}>
        <Icon name="back" size={16} />
      </span>
      <Side label={t(receiveLabel(intent))} token={outputToken} amount={outputAmount} exact={isPurchase} />
    </div>
  )
}

interface SideProps {
  label: string
  token: Token
  amount: bigint
  exact: boolean
}

function Side({ label, token, amount, exact }: SideProps) {
  return (
    <div className={styles.side}>
      <p className={styles.label}>{label}</p>
      <p className={styles.amount}>
        <TokenAvatar token={token} size={24} />
        <TokenAmount value={amount} token={token} exact={exact} />
      </p>
      <TokenMark token={token} />
    </div>
  )
}
