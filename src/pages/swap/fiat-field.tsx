import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback } from 'react'
import type { Token } from '../../events/types.ts'
import { useForm } from '../../hooks/use-form.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { formatAmount } from '../../lib/amount.ts'
import { amountForUsd, centsForAmount, USD_DECIMALS } from '../../lib/fiat-amount.ts'
import { FRESH_USD_PRICE_MS } from '../../lib/thresholds.ts'
import { highestUsdPrice } from '../../queries/highest-usd-price.ts'
import { queryKey } from '../../queries/query-context.ts'
import { AmountField } from './amount-field.tsx'
import styles from './fiat-field.module.css'

export interface FiatFieldProps {
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
export function FiatField({ token, amount, isLoading, onSubmit, fallback }: FiatFieldProps) {
  const { t } = useTranslation()
  const usd = useForm((form) => form.inputUsd) ?? ''
  const setInputUsd = useForm((form) => form.setInputUsd)
  const priceUsd = useHighestPrice(token)
  const { decimals } = token
  const change = useCallback(
    (typed: string) => {
      const units = priceUsd && amountForUsd(typed, { decimals, priceUsd })
      setInputUsd(typed, units ? formatAmount(units, decimals) : '')
    },
    [priceUsd, decimals, setInputUsd],
  )
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
        onChange={change}
        onSubmit={onSubmit}
      />
    </span>
  )
}

/** The highest USD price of all sources, so that a false one cannot make the dollars more tokens. Undefined is unknown. */
function useHighestPrice(token: Token): number | undefined {
  const widget = useWidget()
  const { chainId, address } = token
  const { data } = useQuery(
    {
      queryKey: queryKey(widget, 'fiat-price', { chainId, address: address.toLowerCase() }),
      queryFn: async () => (await highestUsdPrice(widget, token)) ?? null,
      staleTime: FRESH_USD_PRICE_MS,
      refetchInterval: FRESH_USD_PRICE_MS,
    },
    widget.queryClient,
  )
  return data ?? undefined
}
