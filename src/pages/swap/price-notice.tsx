import { ErrorNotice } from '../../components/error-notice.tsx'
import type { SluiceError } from '../../errors/sluice-error.ts'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import type { TradeValueView } from '../../hooks/use-trade-value.ts'
import { formPart } from './form-part.ts'

const PriceWarnings = formPart('PriceWarnings')
const NextTry = formPart('NextTry')

export interface PriceNoticeProps {
  view: PriceView
  value: TradeValueView
  readiness: SwapReadiness
  /** The error of loading a chosen token, or of a pair that the host does not offer. */
  pairError: SluiceError | undefined
  onRefresh: () => void
}

/** The most important notice about the price, if any. */
export function PriceNotice({ view, value, readiness, pairError, onRefresh }: PriceNoticeProps) {
  if (view.status === 'error') {
    return (
      <ErrorNotice error={view.error}>
        <NextTry at={view.nextRefreshAt} />
      </ErrorNotice>
    )
  }
  // Before a wallet is connected, the main button offers to connect, so the pair error needs this
  // notice.
  if (pairError && readiness.kind === 'connect') return <ErrorNotice error={pairError} />
  if (readiness.kind === 'error') return <ErrorNotice error={readiness.error} />
  if (view.status !== 'ready') return null
  return <PriceWarnings view={view} value={value} onRefresh={onRefresh} />
}
