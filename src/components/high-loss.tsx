import { parseDecimal } from '../../wire/lib/amount.ts'
import type { PriceResult } from '../../wire/router.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { tradeCost } from '../lib/trade-cost.ts'
import type { TradeValue } from '../lib/value-trade.ts'
import { Notice } from './notice.tsx'

export interface HighLossProps {
  price: PriceResult
  value: TradeValue
}

/** Warns about the share of value that a trade loses. */
export function HighLoss(props: HighLossProps) {
  const { title, help } = useHighLossLabels(props)
  return (
    <Notice tone="negative" title={title}>
      {help}
    </Notice>
  )
}

/**
 * Returns title and help text for a high loss, with the percentage of the cost line. Names the price
 * impact while the loss is unknown.
 */
export function useHighLossLabels({ price, value }: HighLossProps): { title: string; help: string } {
  const { t, format } = useTranslation()
  const { inputUsd, outputUsd, lossFraction } = value
  const { bps = lossFraction && lossFraction * 10_000 } = tradeCost(price, value)
  if (bps === undefined) {
    const percent = format.percent(parseDecimal(price.priceImpactBps) ?? 0)
    return { title: t('price.impactHigh.title', { percent }), help: t('price.impactHigh.help') }
  }
  return {
    title: t('review.highLoss.title', { percent: format.percent(Math.round(bps)) }),
    help:
      inputUsd === undefined || outputUsd === undefined
        ? t('price.impactHigh.help')
        : t('review.highLoss.help', { input: format.usd(inputUsd), output: format.usd(outputUsd) }),
  }
}
