import { formatAmount } from '../../../wire/lib/amount.ts'
import { Icon } from '../../components/icon.tsx'
import { canPurchase } from '../../config/can-purchase.ts'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { part } from '../../theme/part.ts'
import styles from './flip-button.module.css'

/**
 * Switches the two tokens and keeps the value: a typed amount stays with its token. If only one
 * side accepts an amount, it receives the estimate of the other side.
 */
export function FlipButton({ view }: { view: PriceView }) {
  const { t } = useTranslation()
  const { flip, inputAmount, outputAmount, inputChainId } = useForm((form) => form)
  const canBuy = canPurchase(useChain(inputChainId))
  const config = useConfig()
  if (isPairLocked(config) || config.hidden.includes('flip')) return <div className={styles.seam} />
  return (
    <div className={styles.seam}>
      <button
        type="button"
        className={styles.button}
        {...part('flip')}
        aria-label={t('swap.flip')}
        title={t('swap.flip')}
        onClick={() =>
          flip(
            config.tradeType === 'both' && canBuy
              ? { inputAmount: outputAmount, outputAmount: inputAmount }
              : toOneSide(view, config.tradeType === 'buy'),
          )
        }
      >
        <Icon name="flip" size={18} />
      </button>
    </div>
  )
}

/**
 * Moves the estimate to the side that accepts an amount. Returns empty amounts without a price,
 * because the same number of another token has a different value.
 */
function toOneSide(view: PriceView, isBuy: boolean) {
  if (view.status !== 'ready') return { inputAmount: '', outputAmount: '' }
  const { inputs, inputAmount, outputAmount } = view
  return isBuy
    ? { inputAmount: '', outputAmount: formatAmount(inputAmount, inputs.inputToken.decimals) }
    : { inputAmount: formatAmount(outputAmount, inputs.outputToken.decimals), outputAmount: '' }
}
