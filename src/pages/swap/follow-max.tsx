import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isNativeToken } from '../../../wire/lib/address.ts'
import { formatAmount, minBigInt, parseAmount } from '../../../wire/lib/amount.ts'
import type { Token } from '../../events/types.ts'
import { useBalance } from '../../hooks/use-balance.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useGasCost } from '../../hooks/use-gas-cost.ts'
import type { PriceView } from '../../hooks/use-price.ts'
import { useToken } from '../../hooks/use-token.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWallet } from '../../hooks/use-wallet.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import styles from './follow-max.module.css'
import { followFee, reserveQuery, withEstimate } from './max-amount.ts'

/**
 * Returns the shown estimate of the network cost. Keeps the last one while the next price loads.
 */
function useLastGasCost(view: PriceView): bigint | undefined {
  const cost = useGasCost(view.status === 'ready' ? { ...view.inputs, ...view } : undefined)
  const [last, setLast] = useState(cost)
  if (cost !== undefined && cost !== last) setLast(cost)
  return cost ?? last
}

/**
 * Adjusts a maximum native amount to a changed network fee while the form is open, and announces
 * it. Does not add received funds, nor follow another account or chain, because the user did not
 * choose those.
 */
export function FollowMax({ view }: { view: PriceView }) {
  const { token } = useToken({
    chainId: useForm((form) => form.inputChainId),
    address: useForm(
      ({ whole, inputAmount, inputToken }) =>
        (inputToken &&
          whole?.amount === inputAmount &&
          whole.token === inputToken &&
          isNativeToken(inputToken) &&
          inputToken) ||
        undefined,
    ),
  })
  const balance = useBalance({ chainId: token?.chainId ?? 0, token: token?.address }).value
  return token && balance !== undefined ? <Following {...{ token, balance, view }} /> : null
}

/** `token` is the native token. `balance` is in wei. */
function Following({ token, balance, view }: { token: Token; balance: bigint; view: PriceView }) {
  const widget = useWidget()
  const { t, format } = useTranslation()
  const amount = useForm((form) => form.inputAmount)
  const chosen = useForm((form) => form.whole)
  const { address: account } = useWallet().state
  const [followed, setFollowed] = useState<string>()
  const { data: ownReserve } = useQuery(reserveQuery(widget, token.chainId), widget.queryClient)
  const reserve = withEstimate(ownReserve, useLastGasCost(view))
  useEffect(() => {
    if (!chosen) return
    // The native tokens of all chains have the same address.
    if (chosen.account !== account || chosen.chainId !== token.chainId) {
      widget.form.setState({ whole: undefined })
      return
    }
    const whole = parseAmount(amount, token.decimals)
    if (reserve === undefined || whole === undefined) return
    const held = minBigInt(balance, chosen.balance)
    const next = followFee(whole, { balance: held, reserve })
    if (next === whole || next === 0n) return
    const text = formatAmount(next, token.decimals)
    widget.form.getState().setInputAmount(text)
    widget.form.setState({ whole: { ...chosen, amount: text, balance: held } })
    // After other spending the fee is not the cause of the change.
    setFollowed(held === chosen.balance ? text : undefined)
  }, [widget, token, amount, chosen, account, balance, reserve])
  return (
    <p className={styles.note} role="status">
      {followed !== undefined &&
        followed === amount &&
        t('swap.maxFollows', {
          amount: format.amount(parseAmount(followed, token.decimals) ?? 0n, token.decimals, token.symbol),
          token: token.symbol,
        })}
    </p>
  )
}
