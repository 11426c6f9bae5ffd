import { Skeleton } from '../../components/skeleton.tsx'
import type { Token } from '../../events/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'

export interface BalanceChipProps {
  token: Token
  /** Base units. Undefined if unknown. */
  balance: bigint | undefined
  isLoading: boolean
}

export function BalanceChip({ token, balance, isLoading }: BalanceChipProps) {
  const { t, format } = useTranslation()
  const { address } = useWallet().state
  if (!address) return null
  if (balance === undefined)
    return isLoading ? <Skeleton width="10ch" /> : <span>{t('swap.balanceUnknown')}</span>
  return (
    <span title={format.exactAmount(balance, token.decimals)}>
      {t('swap.balance', { amount: format.amount(balance, token.decimals, token.symbol) })}
    </span>
  )
}
