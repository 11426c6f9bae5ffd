import { Skeleton } from '../../components/skeleton.tsx'
import { VisuallyHidden } from '../../components/visually-hidden.tsx'
import type { PriceView } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { AmountBox } from './amount-box.tsx'
import styles from './amount-field.module.css'

/** The priced output. Shows a skeleton while loading, never the price of other inputs. */
export function OutputAmount({ view, decimals }: { view: PriceView; decimals: number | undefined }) {
  const { t, format } = useTranslation()
  if (view.status === 'loading') {
    return (
      <AmountBox length={0}>
        <span className={styles.amount} data-part="output-amount">
          <VisuallyHidden>{t('price.loading')}</VisuallyHidden>
          <Skeleton width="5ch" height="0.8em" />
        </span>
      </AmountBox>
    )
  }
  const value = view.status === 'ready' ? BigInt(view.price.effectiveOutputAmount) : 0n
  const places = view.status === 'ready' ? view.inputs.outputToken.decimals : (decimals ?? 18)
  const text = format.amount(value, places)
  return (
    <AmountBox length={text.length}>
      <span
        className={styles.amount}
        data-part="output-amount"
        data-empty={value === 0n || undefined}
        title={format.exactAmount(value, places)}
      >
        <VisuallyHidden>{t('swap.receiveAmount')}: </VisuallyHidden>
        {text}
      </span>
    </AmountBox>
  )
}
