import { useEffect, useRef } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import { applyBps, formatAmount } from '../../../wire/lib/amount.ts'
import { Button } from '../../components/button.tsx'
import type { Token } from '../../events/types.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import type { Widget } from '../../instance/types.ts'
import { shortAmount } from '../../lib/short-amount.ts'
import { readReserve, spendable } from './max-amount.ts'

const SHARES_BPS = [2_500, 5_000, 7_500] as const
const ALL_BPS = 10_000

export interface BalanceSharesProps {
  token: Token
  /** Base units. */
  balance: bigint
  /** Receives a canonical decimal string. */
  onSelect: (amount: string) => void
}

/**
 * Buttons that pay a share of the balance or all of it, minus the network fee for a native token.
 */
export function BalanceShares({ token, balance, onSelect }: BalanceSharesProps) {
  const { t, format } = useTranslation()
  const widget = useWidget()
  const { form, wallet } = widget
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const pay = async (shareBps: number) => {
    const before = form.getState()
    const account = wallet.getState().address
    const max = isNativeToken(token.address) ? await spendableOf(widget, token, balance) : balance
    // Does not overwrite input that the user entered since the click.
    if (isShown.current && form.getState() === before) {
      const amount =
        shareBps === ALL_BPS
          ? formatAmount(max, token.decimals)
          : shortAmount(applyBps(max, shareBps), token.decimals)
      onSelect(amount)
      if (shareBps === ALL_BPS) {
        const { chainId, address } = token
        form.setState({ whole: { chainId, token: address, amount, balance, account } })
      }
    }
  }
  const maxLabel = isNativeToken(token.address) ? 'swap.maxLabelNative' : 'swap.maxLabel'
  return (
    <>
      {SHARES_BPS.map((share) => (
        <Button
          key={share}
          size="small"
          aria-label={t('swap.shareLabel', { percent: format.percent(share), token: token.symbol })}
          onClick={() => pay(share)}
        >
          {format.percent(share)}
        </Button>
      ))}
      <Button size="small" aria-label={t(maxLabel, { token: token.symbol })} onClick={() => pay(ALL_BPS)}>
        {t('swap.max')}
      </Button>
    </>
  )
}

/** Returns the native balance minus the reserve for the network fee. */
async function spendableOf(widget: Widget, { chainId }: Token, balance: bigint): Promise<bigint> {
  return spendable(balance, await readReserve(widget, chainId))
}
