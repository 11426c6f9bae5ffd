import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Token } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { amountForUsd, centsForAmount, USD_DECIMALS } from '../../lib/fiat-amount.ts'
import { shortAmount } from '../../lib/short-amount.ts'
import { FRESH_USD_PRICE_MS } from '../../lib/thresholds.ts'
import { highestUsdPrice } from '../../queries/highest-usd-price.ts'
import { queryKey } from '../../queries/query-context.ts'
import { sharedOptions } from '../../queries/shared-options.ts'
import { AmountField, type AmountFieldProps } from './amount/amount-field.tsx'
import styles from './fiat-field.module.css'

export interface FiatFieldProps extends Pick<AmountFieldProps, 'onCut' | 'onPasted'> {
  token: Token
  /** The entered or estimated input in base units. Undefined while empty. */
  amount: bigint | undefined
  isLoading: boolean
  onSubmit: () => void
  /** The token amount field, shown when no price is known. */
  fallback: ReactNode
}

/**
 * Edits the input in dollars. The token amount is computed once per input, so a later price change
 * does not change the trade.
 */
export function FiatField({ token, amount, isLoading, onCut, onPasted, onSubmit, fallback }: FiatFieldProps) {
  const { t } = useTranslation()
  const usd = useForm((form) => form.inputUsd) ?? ''
  const setInputUsd = useForm((form) => form.setInputUsd)
  const { form } = useWidget()
  const { priceUsd, isOld, refetch } = useHighestPrice(token)
  const { decimals } = token
  const setUsd = (typed: string, price: number | undefined) => {
    const units = price && amountForUsd(typed, { decimals, priceUsd: price })
    setInputUsd(typed, units ? shortAmount(units, decimals) : '')
  }
  const change = async (typed: string) => {
    if (!isOld()) return setUsd(typed, priceUsd)
    setUsd(typed, undefined)
    const { inputToken } = form.getState()
    const price = await refetch()
    const now = form.getState()
    if (now.inputUsd === typed && now.inputToken === inputToken && now.inputAmount === '')
      setUsd(typed, price)
  }
  if (priceUsd === undefined) return fallback
  return (
    <span className={styles.fiat}>
      <span aria-hidden="true">$</span>
      <AmountField
        label={t('swap.payUsd')}
        value={usd}
        estimate={amount === undefined ? undefined : centsForAmount(amount, { decimals, priceUsd })}
        isLoading={isLoading}
        decimals={USD_DECIMALS}
        isUsd
        onChange={change}
        onCut={onCut}
        onPasted={(pasted) => onPasted?.(pasted && { ...pasted, isUsd: true })}
        onSubmit={onSubmit}
      />
    </span>
  )
}

/**
 * Returns the highest USD price of all sources, so that a false low price cannot increase the token
 * amount. Undefined if unknown.
 */
function useHighestPrice(token: Token) {
  const widget = useWidget()
  const { chainId, address } = token
  const { data, dataUpdatedAt, refetch } = useQuery(
    {
      ...sharedOptions,
      queryKey: queryKey(widget, 'fiat-price', { chainId, address: address.toLowerCase() }),
      queryFn: async () => (await highestUsdPrice(widget, token)) ?? null,
      staleTime: FRESH_USD_PRICE_MS / 2,
      refetchInterval: FRESH_USD_PRICE_MS / 2,
      refetchOnWindowFocus: true,
    },
    widget.queryClient,
  )
  return {
    priceUsd: data ?? undefined,
    /** A background page does not refresh prices. */
    isOld: () => Date.now() - dataUpdatedAt > FRESH_USD_PRICE_MS,
    refetch: async () => (await refetch()).data ?? undefined,
  }
}
