import { Icon } from '../../components/icon.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useForm } from '../../hooks/use-form.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { formatAmount } from '../../lib/amount.ts'
import styles from './flip-button.module.css'

/** Switches the two tokens and keeps the value: what was to be received is paid. Sits on the seam between them. */
export function FlipButton({ view }: { view: PriceView }) {
  const { t } = useTranslation()
  const flip = useForm((form) => form.flip)
  const { lockedFields, hidden } = useConfig()
  if (lockedFields.length > 0 || hidden.includes('flip')) return <div className={styles.seam} />
  return (
    <div className={styles.seam}>
      <button
        type="button"
        className={styles.button}
        aria-label={t('swap.flip')}
        title={t('swap.flip')}
        onClick={() => flip(getReceivedAmount(view))}
      >
        <Icon name="flip" size={18} />
      </button>
    </div>
  )
}

/** Empty without a price: the same number of another token is another value. */
function getReceivedAmount(view: PriceView): string {
  if (view.status !== 'ready') return ''
  return formatAmount(BigInt(view.price.effectiveOutputAmount), view.inputs.outputToken.decimals)
}
