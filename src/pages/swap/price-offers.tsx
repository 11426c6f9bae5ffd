import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { SurgeNotice } from '../../components/surge-notice.tsx'
import { useConfig } from '../../hooks/use-config.ts'
import { useFairAmount } from '../../hooks/use-fair-amount.ts'
import { useForm } from '../../hooks/use-form.ts'
import type { ReadyPrice } from '../../hooks/use-price.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { formatAmount } from '../../lib/amount.ts'
import { FAIR_PRICE_BPS } from '../../lib/thresholds.ts'

export interface PriceOffersProps {
  view: ReadyPrice
  /** The trade loses much, or moves the price by much. */
  isCostly: boolean
}

/** What the service says of a price beside its figures: a loss on the way back, and a smaller amount that would do better. */
export function PriceOffers({ view, isCostly }: PriceOffersProps) {
  const { inputAmount } = view.inputs
  const effective = BigInt(view.price.effectiveInputAmount)
  const isPart = inputAmount !== undefined && effective < inputAmount
  return (
    <>
      <SurgeNotice price={view.price} />
      {/* What is signed pays the whole amount, so the form has to follow. */}
      {isPart && <SmallerAmount view={view} amount={effective} words="partial" />}
      {isCostly && !isPart && inputAmount !== undefined && <FairAmount view={view} />}
    </>
  )
}

/** How much of the trade finds a fair price at once, asked for where the whole of it does not. */
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
