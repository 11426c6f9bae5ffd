import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Token } from '../../events/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { isNativeToken } from '../../lib/address.ts'
import { formatAmount } from '../../lib/amount.ts'
import { useMaxAmount } from './use-max-amount.ts'

export interface BalanceChipProps {
  token: Token
  /** Base units; undefined is unknown. */
  balance: bigint | undefined
  isLoading: boolean
  /** Adds a "Max" button. Called with a canonical decimal string. */
  onMax?: (amount: string) => void
}

/** The user's balance of a token, with an optional "Max" button. */
export function BalanceChip({ token, balance, isLoading, onMax }: BalanceChipProps) {
  const { t, format } = useTranslation()
  const { address } = useWallet().state
  const maxAmount = useMaxAmount()
  if (!address) return null
  if (balance === undefined) return isLoading ? <Skeleton width="10ch" /> : t('swap.balanceUnknown')

  const payAll = async () => onMax?.(formatAmount(await maxAmount(token, balance), token.decimals))

  return (
    <>
      <span title={format.exactAmount(balance, token.decimals)}>
        {t('swap.balance', { amount: format.amount(balance, token.decimals) })}
      </span>
      {onMax && balance > 0n && (
        <Button
          size="small"
          aria-label={t(isNativeToken(token.address) ? 'swap.maxLabelNative' : 'swap.maxLabel', {
            token: token.symbol,
          })}
          onClick={payAll}
        >
          {t('swap.max')}
        </Button>
      )}
    </>
  )
}
