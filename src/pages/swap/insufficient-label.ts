import type { SwapReadiness } from '../../hooks/swap-readiness.ts'
import type { Translation } from '../../i18n/create-translation.ts'

/** Formats "Not enough ETH", or the maximum input of a purchase. */
export function toInsufficientLabel(
  { token, needed }: Extract<SwapReadiness, { kind: 'insufficient-balance' }>,
  { t, format }: Pick<Translation, 't' | 'format'>,
): string {
  if (needed === undefined) return t('swap.button.insufficient', { token: token.symbol })
  return t('swap.button.insufficientMaximum', {
    amount: format.maximum(needed, token.decimals, token.symbol),
    token: token.symbol,
  })
}
