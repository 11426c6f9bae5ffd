import { getErrorLabels } from '../../components/error-notice.tsx'
import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import type { Translation } from '../../i18n/create-translation.ts'

/** Names what blocks the swap: "Not enough ETH", the maximum input of a purchase, or an error. */
export function getBlocker(
  readiness: SwapReadiness,
  { t, format }: Pick<Translation, 't' | 'format'>,
): string {
  switch (readiness.kind) {
    case 'error':
      return getErrorLabels(t, readiness.error).title
    case 'below-minimum':
      return t('swap.button.minimum', { amount: format.usd(readiness.minAmountUsd) })
    case 'insufficient-balance': {
      const { needed, token } = readiness
      if (needed === undefined) return t('swap.button.insufficient', { token: token.symbol })
      return t('swap.button.insufficientMaximum', {
        amount: format.maximum(needed, token.decimals, token.symbol),
        token: token.symbol,
      })
    }
    default:
      return ''
  }
}
