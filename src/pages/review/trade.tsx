import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import { receiveLabel } from '../../components/receive-label.ts'
import { TradeSide } from '../../components/trade-side.tsx'
import type { SwapIntent, VerifiedQuote } from '../../execution/machine/types.ts'
import { useChain } from '../../hooks/use-chain.ts'
import { useTradeValue } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { minimumOutput } from '../../lib/amount.ts'
import { mostInput } from '../../lib/purchase.ts'
import { NOTABLE_FEE_BPS } from '../../lib/thresholds.ts'
import type { PriceResult } from '../../wire/router.ts'
import styles from './trade.module.css'

export interface TradeProps {
  intent: SwapIntent
  /** Once the quote is verified, the minimum is the one that its calldata enforces. */
  verified?: VerifiedQuote | undefined
}

/** What leaves and what arrives. One bound is shown: the minimum of a sale, or the maximum of a purchase. */
export function Trade({ intent, verified }: TradeProps) {
  const { t, format } = useTranslation()
  const { inputToken, outputToken, price } = intent
  const isPurchase = intent.outputAmount !== undefined
  const paid = verified?.inputAmount ?? intent.inputAmount
  const received = intent.outputAmount ?? verified?.outputAmount ?? BigInt(price.effectiveOutputAmount)
  const { inputUsd, outputUsd } = useTradeValue({
    ...intent,
    pricedInputAmount: intent.inputAmount,
    inputAmount: paid,
    outputAmount: received,
  })
  const feeBps = feesBps(price)
  const fees =
    feeBps > NOTABLE_FEE_BPS && ` · ${t('review.feeIncluded', { percent: format.percent(feeBps) })}`
  return (
    <Card className={styles.trade}>
      <TradeSide
        label={t(isPurchase ? 'review.payAbout' : 'review.pay')}
        token={inputToken}
        amount={paid}
        exact={!isPurchase}
        usd={inputUsd}
        note={isPurchase && <Maximum intent={intent} verified={verified} />}
      />
      <span className={styles.arrow}>
        <Icon name="arrowDown" size={18} />
      </span>
      <TradeSide
        label={t(receiveLabel(intent))}
        token={outputToken}
        amount={received}
        exact={isPurchase}
        usd={outputUsd}
        note={
          <>
            {isPurchase ? t('review.exactly') : <Minimum intent={intent} verified={verified} />}
            {fees}
          </>
        }
      />
    </Card>
  )
}

/** The most that a purchase may take. */
function Maximum({ intent, verified }: TradeProps) {
  const { t, format } = useTranslation()
  const { decimals, symbol } = intent.inputToken
  const maximum = verified
    ? format.exactAmount(verified.maxInputAmount, decimals)
    : format.maximum(mostInput(intent), decimals)
  return t('review.atMost', { amount: `${maximum} ${symbol}` })
}

/** The least that a sale may bring. */
function Minimum({ intent, verified }: TradeProps) {
  const { t, format } = useTranslation()
  const { outputToken, price, slippageBps } = intent
  const hasCodec = useChain(intent.chainId)?.codec !== 'none'
  const minimum = verified
    ? verified.minOutputAmount
    : minimumOutput(BigInt(price.effectiveOutputAmount), slippageBps)
  if (!hasCodec || minimum === undefined) return t('review.noMinimumNote')
  const amount = (verified ? format.exactAmount : format.amount)(minimum, outputToken.decimals)
  return t('review.atLeast', { amount: `${amount} ${outputToken.symbol}` })
}

/** Settlement and partner fee together, in basis points of the gross output. */
function feesBps({ settlementFee, partnerFee, outputAmount }: PriceResult): number {
  const gross = BigInt(outputAmount)
  if (gross === 0n) return 0
  return Number(((BigInt(settlementFee ?? '0') + BigInt(partnerFee)) * 10_000n) / gross)
}
