import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Token } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { formatAmount } from '../../lib/amount.ts'
import { amountForUsd, centsForAmount, USD_DECIMALS } from '../../lib/fiat-amount.ts'
import { FRESH_USD_PRICE_MS } from '../../lib/thresholds.ts'
import { highestUsdPrice } from '../../queries/highest-usd-price.ts'
import { queryKey } from '../../queries/query-context.ts'
import { sharedOptions } from '../../queries/shared-options.ts'
import { AmountField, type AmountFieldProps } from './amount-field.tsx'
import styles from './fiat-field.module.css'

export interface FiatFieldProps extends Pick<AmountFieldProps, 'onCut' | 'onPasted'> {
  token: Token
  /** What is paid, in base units, typed or priced; undefined is nothing so far. */
  amount: bigint | undefined
  isLoading: boolean
  onSubmit: () => void
  /** Shown where no price is known: the field of the token amount. */
  fallback: ReactNode
}

/**
 * Takes what is paid in dollars. The amount of the token is computed once, as it is typed: a price that changes later
 * changes no trade.
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
    setInputUsd(typed, units ? formatAmount(units, decimals) : '')
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

/** The highest USD price of all sources, so that a false one cannot make the dollars more tokens. Undefined is unknown. */
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
    /** A page in the background asks for no prices. */
    isOld: () => Date.now() - dataUpdatedAt > FRESH_USD_PRICE_MS,
    refetch: async () => (await refetch()).data ?? undefined,
  }
}
