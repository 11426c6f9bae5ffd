import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Token } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { formatAmount, minBigInt, parseAmount } from '../../lib/amount.ts'
import { followFee, reserveQuery } from './max-amount.ts'

export interface FollowMaxProps {
  /** The native token. */
  token: Token
  /** Wei. */
  balance: bigint
}

/**
 * Keeps an amount that was chosen as all of the native balance at what the network fee leaves, while the form stands, and
 * says so when it changed. What arrives meanwhile is not added: nobody chose it.
 */
export function FollowMax({ token, balance }: FollowMaxProps) {
  const widget = useWidget()
  const { t, format } = useTranslation()
  const amount = useForm((form) => form.inputAmount)
  const chosenOf = useRef(balance)
  const [followed, setFollowed] = useState<string>()
  const { data: reserve } = useQuery(reserveQuery(widget, token.chainId), widget.queryClient)
  useEffect(() => {
    const whole = parseAmount(amount, token.decimals)
    if (reserve === undefined || whole === undefined) return
    const held = minBigInt(balance, chosenOf.current)
    const next = followFee(whole, { balance: held, reserve })
    if (next === whole || next === 0n) return
    const text = formatAmount(next, token.decimals)
    widget.form.getState().setInputAmount(text)
    widget.form.setState({ whole: { token: token.address, amount: text } })
    setFollowed(text)
  }, [widget, token, amount, balance, reserve])
  return (
    <span role="status">
      {followed !== undefined &&
        followed === amount &&
        t('swap.maxFollows', {
          amount: format.amount(parseAmount(followed, token.decimals) ?? 0n, token.decimals),
          token: token.symbol,
        })}
    </span>
  )
}
