import { formatAmount } from '../../../wire/lib/amount.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { SurgeNotice } from '../../components/surge-notice.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useFairAmount } from '../../hooks/use-fair-amount.ts'
import { useForm } from '../../hooks/use-form.ts'
import type { ReadyPrice } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { FAIR_PRICE_BPS } from '../../lib/thresholds.ts'

export interface PriceOffersProps {
  view: ReadyPrice
  /** True if the trade loses much or moves the price by much. */
  isCostly: boolean
}

/** Shows the loss of selling back, and a smaller amount with a better price. */
export function PriceOffers({ view, isCostly }: PriceOffersProps) {
  const { inputAmount } = view.inputs
  const effective = BigInt(view.price.effectiveInputAmount)
  const isPart = inputAmount !== undefined && effective < inputAmount
  return (
    <>
      <SurgeNotice price={view.price} />
      {/* The signed transaction pays the whole amount, so the form must apply the smaller one. */}
      {isPart && <SmallerAmount view={view} amount={effective} words="partial" />}
      {isCostly && !isPart && inputAmount !== undefined && <FairAmount view={view} />}
    </>
  )
}

/** The part of the trade with a fair price. Requested only if the full amount has none. */
function FairAmount({ view }: { view: ReadyPrice }) {
  const amount = useFairAmount(view.inputs)
  if (amount === undefined) return null
  return <SmallerAmount view={view} amount={amount} words="fair" />
}

function SmallerAmount({
  view: {
    inputs: { inputToken },
  },
  amount,
  words,
}: {
  view: ReadyPrice
  amount: bigint
  words: 'partial' | 'fair'
}) {
  const { t, format } = useTranslation()
  const { lockedFields } = useConfig()
  const setInputAmount = useForm((form) => form.setInputAmount)
  const about = { amount: format.exactAmount(amount, inputToken.decimals), token: inputToken.symbol }
  return (
    <Notice
      tone={words === 'partial' ? 'warning' : 'neutral'}
      title={t(`price.${words}.title`, about)}
      action={
        !lockedFields.includes('amount') && (
          <Button size="small" onClick={() => setInputAmount(formatAmount(amount, inputToken.decimals))}>
            {t('price.partial.use', about)}
          </Button>
        )
      }
    >
      {words === 'partial'
        ? t('price.partial.help')
        : t('price.fair.help', { percent: format.percent(FAIR_PRICE_BPS) })}
    </Notice>
  )
}
