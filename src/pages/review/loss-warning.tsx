import { useEffect } from 'react'
import { parseDecimal } from '../../../wire/lib/amount.ts'
import { useHighLossLabels } from '../../components/high-loss.tsx'
import type { SwapIntent } from '../../execution/machine/types.ts'
import { useConfig } from '../../hooks/use-config.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { isLossAbove } from '../../lib/usd-value.ts'
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
  const labels = useLossLabels(intent, value)
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

/** Describes the lost value, or the price impact if that exceeds the limit. */
function useLossLabels({ price }: SwapIntent, value: TradeValueView): { title: string; help: string } {
  const { t, format } = useTranslation()
  const { confirm } = useConfig().valueLossBps
  const ofValue = useHighLossLabels(value)
  const impactBps = parseDecimal(price.priceImpactBps)
  if (impactBps === undefined || isLossAbove(value.lossFraction, confirm)) return ofValue
  return {
    title: t('price.impactHigh.title', { percent: format.percent(impactBps) }),
    help: t('price.impactHigh.help'),
  }
}

/**
 * Returns the label of a button that accepts the loss: in dollars, or in percent while the lost
 * value is unknown.
 */
export function useLossLabel({ value, intent }: Pick<LossWarningProps, 'value' | 'intent'>): string {
  const { t, format } = useTranslation()
  const { inputUsd = 0, outputUsd = 0, gasUsd = 0, lossFraction } = value
  const worst = worstLoss(value, parseDecimal(intent.price.priceImpactBps)) ?? 0
  const isOfValue = lossFraction !== undefined && lossFraction >= worst
  const amount = isOfValue
    ? format.usd(inputUsd + gasUsd - outputUsd)
    : format.percent(Math.round(worst * 10_000))
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
