import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { Token } from '../../events/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { isNativeToken } from '../../lib/address.ts'
import { applyBps, formatAmount } from '../../lib/amount.ts'
import { useMaxAmount } from './use-max-amount.ts'

const SHARES_BPS = [2_500, 5_000, 7_500] as const

export interface BalanceChipProps {
  token: Token
  /** Base units; undefined is unknown. */
  balance: bigint | undefined
  isLoading: boolean
  /** Adds a "Max" button. Called with a canonical decimal string. */
  onMax?: (amount: string) => void
}

/** What the person has of a token, and buttons that pay a share or all of it. */
export function BalanceChip({ token, balance, isLoading, onMax }: BalanceChipProps) {
  const { t, format } = useTranslation()
  const { address } = useWallet().state
  const maxAmount = useMaxAmount()
  if (!address) return null
  if (balance === undefined) return isLoading ? <Skeleton width="10ch" /> : t('swap.balanceUnknown')

  const pay = async (shareBps: number) =>
    onMax?.(formatAmount(applyBps(await maxAmount(token, balance), shareBps), token.decimals))

  return (
    <>
      <span title={format.exactAmount(balance, token.decimals)}>
        {t('swap.balance', { amount: format.amount(balance, token.decimals) })}
      </span>
      {onMax &&
        balance > 0n &&
        SHARES_BPS.map((share) => (
          <Button
            key={share}
            size="small"
            aria-label={t('swap.shareLabel', { percent: format.percent(share), token: token.symbol })}
            onClick={() => pay(share)}
          >
            {format.percent(share)}
          </Button>
        ))}
      {onMax && balance > 0n && (
        <Button
          size="small"
          aria-label={t(isNativeToken(token.address) ? 'swap.maxLabelNative' : 'swap.maxLabel', {
            token: token.symbol,
          })}
          onClick={() => pay(10_000)}
        >
          {t('swap.max')}
        </Button>
      )}
    </>
  )
}
