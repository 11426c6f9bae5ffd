import { useEffect } from 'react'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import { useHighLossLabels } from '../../components/high-loss.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { tradeCost } from '../../lib/trade-cost.ts'
import { Acknowledgement } from './acknowledgement.tsx'
import { worstLoss } from './use-value-consent.ts'

export interface LossWarningProps {
  intent: SwapIntent
  value: TradeValueView
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** A high loss that needs an acknowledgement. Emits `routeHighValueLoss` once per route. */
export function LossWarning({ intent, value, accepted, onAccept }: LossWarningProps) {
  const { t } = useTranslation()
  const labels = useHighLossLabels({ price: intent.price, value })
  useReportedLoss(intent, value)
  return (
    <Acknowledgement
      title={labels.title}
      label={t('review.highLoss.accept')}
      accepted={accepted}
      onAccept={onAccept}
    >
      <p>{labels.help}</p>
    </Acknowledgement>
  )
}

/**
 * Returns the label of a button that accepts the loss: in dollars, or in percent while the lost
 * value is unknown.
 */
export function useLossLabel({
  value,
  intent: { price },
}: Pick<LossWarningProps, 'value' | 'intent'>): string {
  const { t, format } = useTranslation()
  const { usd, bps } = tradeCost(price, value)
  const worst = worstLoss(value, parseDecimal(price.priceImpactBps)) ?? 0
  const isCounted = bps !== undefined || (value.lossFraction ?? 0) >= worst
  const amount = usd !== undefined && isCounted ? format.usd(usd) : format.percent(Math.round(worst * 10_000))
  return t('action.confirmLoss', { amount })
}

function useReportedLoss({ id, price }: SwapIntent, value: TradeValueView): void {
  const { reportHighValueLoss } = useWidget()
  const { inputUsd, outputUsd, gasUsd, lossFraction, isChecking } = value
  const feeCostUSD = parseDecimal(price.feeCostUSD)
  useEffect(() => {
    if (isChecking || inputUsd === undefined || outputUsd === undefined || lossFraction === undefined) return
    reportHighValueLoss(id, {
      fromAmountUSD: inputUsd,
      toAmountUSD: outputUsd,
      ...(gasUsd !== undefined && { gasCostUSD: gasUsd }),
      ...(feeCostUSD !== undefined && { feeCostUSD }),
      valueLoss: lossFraction,
    })
  }, [reportHighValueLoss, id, isChecking, inputUsd, outputUsd, gasUsd, feeCostUSD, lossFraction])
}
