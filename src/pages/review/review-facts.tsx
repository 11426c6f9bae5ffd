import { sameAddress } from '../../../wire/lib/address.ts'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import { Detail, DetailList } from '../../components/detail-list.tsx'
import { impactLevel } from '../../components/impact.ts'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { pricedPartnerFee } from '../../lib/least-fees.ts'
import { shortAddress } from '../../lib/short-address.ts'
import { NOTABLE_FEE_BPS } from '../../lib/thresholds.ts'
import { tradeCost } from '../../lib/trade-cost.ts'
import styles from './review-form.module.css'

export interface ReviewFactsProps {
  intent: SwapIntent
  value: TradeValueView
}

/** The total cost of a swap, and the recipient unless that is another account. */
export function ReviewFacts({ intent, value }: ReviewFactsProps) {
  const { t, format } = useTranslation()
  const config = useConfig()
  const { usd, bps } = tradeCost(intent.price, value)
  const amount = usd === undefined ? t('price.unknown') : format.usd(usd)
  const feeBps = getFeesBps(intent)
  const tone =
    impactLevel(parseDecimal(intent.price.priceImpactBps), config) === 'high' ? 'negative' : 'plain'
  return (
    <div className={styles.details}>
      <DetailList>
        <Detail
          label={t('review.totalCost')}
          tone={tone}
          note={feeBps > NOTABLE_FEE_BPS && t('review.feeIncluded', { percent: format.percent(feeBps) })}
        >
          <span translate="no">
            {bps !== undefined
              ? `${amount} (${format.percent(bps)})`
              : usd === undefined
                ? amount
                : t('review.atLeast', { amount })}
          </span>
        </Detail>
        {sameAddress(intent.receiver, intent.account) && (
          <Detail label={t('review.recipient')}>
            <span>{`${t('review.recipientSelf')} · `}</span>
            <bdi translate="no" title={intent.receiver}>
              {shortAddress(intent.receiver)}
            </bdi>
          </Detail>
        )}
      </DetailList>
    </div>
  )
}

/**
 * Settlement and partner fee in basis points of the gross output. Only the partner fee if the fee
 * token is not the output token.
 */
function getFeesBps({ price, outputToken, partner }: SwapIntent): number {
  if (!sameAddress(price.feeToken, outputToken.address)) return partner?.feeBps ?? 0
  const fees = BigInt(price.settlementFee ?? '0') + pricedPartnerFee(price, partner?.feeBps)
  const gross = BigInt(price.effectiveOutputAmount) + fees
  return gross === 0n ? 0 : Number((fees * 10_000n + gross / 2n) / gross)
}
