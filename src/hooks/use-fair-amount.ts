import { useQuery } from '@tanstack/react-query'
import { fairAmountQuery } from '../queries/fair-amount-query.ts'
import type { PriceInputs } from '../queries/price-query.ts'
import { useWidget } from './use-widget.ts'

/**
 * Returns the part of a sale with a fair price, in base units. Undefined while unknown, and if it
 * is the whole amount or 0.
 */
export function useFairAmount(inputs: PriceInputs): bigint | undefined {
  const widget = useWidget()
  const { data } = useQuery(fairAmountQuery(widget, inputs), widget.queryClient)
  const amount = data === undefined ? 0n : BigInt(data)
  return amount > 0n && inputs.inputAmount !== undefined && amount < inputs.inputAmount ? amount : undefined
}
