import { useEffect } from 'react'
import { useHighLossLabels } from '../../components/high-loss.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { parseDecimal } from '../../lib/amount.ts'
import { Acknowledgement } from './acknowledgement.tsx'

export interface LossWarningProps {
  intent: SwapIntent
  value: TradeValueView
  accepted: boolean
  onAccept: (accepted: boolean) => void
}

/** A high loss that has to be acknowledged. Emits `routeHighValueLoss` once per route. */
export function LossWarning({ intent, value, accepted, onAccept }: LossWarningProps) {
  const { t } = useTranslation()
  const labels = useHighLossLabels(value)
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
