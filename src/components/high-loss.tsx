import { useTranslation } from '../hooks/use-translation.ts'
import type { TradeValue } from '../lib/value-trade.ts'
import { Notice } from './notice.tsx'

/** Warns about the share of value that a trade loses. */
export function HighLoss({ value }: { value: TradeValue }) {
  const { title, help } = useHighLossLabels(value)
  return (
    <Notice tone="negative" title={title}>
      {help}
    </Notice>
  )
}

/** Returns title and help text for a known loss. */
export function useHighLossLabels({ inputUsd = 0, outputUsd = 0, gasUsd, lossFraction = 0 }: TradeValue): {
  title: string
  help: string
} {
  const { t, format } = useTranslation()
  const values = t('review.highLoss.help', { input: format.usd(inputUsd), output: format.usd(outputUsd) })
  return {
    title: t('review.highLoss.title', { percent: format.percent(Math.round(lossFraction * 10_000)) }),
    help:
      gasUsd === undefined ? values : `${values} ${t('review.highLoss.gas', { gas: format.usd(gasUsd) })}`,
  }
}
