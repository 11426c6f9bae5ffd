import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { receiveLabel } from '../../components/receive-label.ts'
import { TradeSide } from '../../components/trade-side.tsx'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { minimumOutput } from '../../lib/amount.ts'
import { NOTABLE_FEE_BPS } from '../../lib/thresholds.ts'
import type { PriceResult } from '../../wire/router.ts'
import styles from './trade.module.css'

export interface TradeProps {
  intent: SwapIntent
  /** Once the quote is verified, the minimum is the one that its calldata enforces. */
  verified?: VerifiedQuote | undefined
}

/** What leaves and what arrives. */
export function Trade({ intent, verified }: TradeProps) {
  const { t, format } = useTranslation()
  const { inputToken, outputToken, price } = intent
  const received = verified?.outputAmount ?? BigInt(price.effectiveOutputAmount)
  const { inputUsd, outputUsd } = useTradeValue({ ...intent, outputAmount: received })
  const hasCodec = useChain(intent.chainId)?.codec !== 'none'
  const feeBps = feesBps(price)
  const minimum = verified ? verified.minOutputAmount : minimumOutput(received, intent.slippageBps)
  const formatMinimum = verified ? format.exactAmount : format.amount
  return (
    <Card className={styles.trade}>
      <TradeSide
        label={t('review.pay')}
        token={inputToken}
        amount={intent.inputAmount}
        exact
        usd={inputUsd}
      />
      <span className={styles.arrow}>
        <Icon name="arrowDown" size={18} />
      </span>
      <TradeSide
        label={t(receiveLabel(intent))}
        token={outputToken}
        amount={received}
        usd={outputUsd}
        note={
          <>
            {hasCodec && minimum !== undefined
              ? t('review.atLeast', {
                  amount: `${formatMinimum(minimum, outputToken.decimals)} ${outputToken.symbol}`,
                })
              : t('review.noMinimumNote')}
            {feeBps > NOTABLE_FEE_BPS && ` · ${t('review.feeIncluded', { percent: format.percent(feeBps) })}`}
          </>
        }
      />
    </Card>
  )
}

/** Settlement and partner fee together, in basis points of the gross output. */
function feesBps({ settlementFee, partnerFee, outputAmount }: PriceResult): number {
  const gross = BigInt(outputAmount)
  if (gross === 0n) return 0
  return Number(((BigInt(settlementFee ?? '0') + BigInt(partnerFee)) * 10_000n) / gross)
}
