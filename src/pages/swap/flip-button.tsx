import { Icon } from '../../components/icon.tsx'
import { canPurchase } from '../../config/can-purchase.ts'
import { isPairLocked } from '../../config/is-pair-locked.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { formatAmount } from '../../lib/amount.ts'
import styles from './flip-button.module.css'

/**
 * Switches the two tokens and keeps the value: a typed amount stays with its token. Where no exact amount can be received,
 * what was to be received is paid. Sits on the seam between them.
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
        aria-label={t('swap.flip')}
        title={t('swap.flip')}
        onClick={() =>
          flip(
            canBuy
              ? { inputAmount: outputAmount, outputAmount: inputAmount }
              : { inputAmount: getReceivedAmount(view), outputAmount: '' },
          )
        }
      >
        <Icon name="flip" size={18} />
      </button>
    </div>
  )
}

/** Empty without a price: the same number of another token is another value. */
function getReceivedAmount(view: PriceView): string {
  if (view.status !== 'ready') return ''
  return formatAmount(view.outputAmount, view.inputs.outputToken.decimals)
}
