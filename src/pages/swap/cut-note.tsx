import type { Token } from '../../events/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { truncateDecimals } from '../../lib/amount.ts'

/** In what an amount is typed: a token, or dollars. */
export type Unit = Pick<Token, 'decimals' | 'symbol'>

/** Whether digits of an amount were cut, or count for nothing: it was typed for a token with more decimals. */
export function isCutAmount(
  amount: string,
  { cut, token }: { cut: string | undefined; token: Unit },
): boolean {
  return amount !== '' && (amount === cut || truncateDecimals(amount, token.decimals) !== amount)
}

/** Says that digits were cut. */
export function CutNote({ token }: { token: Unit }) {
  const { t } = useTranslation()
  const { decimals, symbol } = token
  return (
    <span role="status">
      {decimals === 0
        ? t('swap.cutWhole', { token: symbol })
        : t('swap.cut', { count: decimals, token: symbol })}
    </span>
  )
}
