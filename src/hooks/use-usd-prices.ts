import { useQueries } from '@tanstack/react-query'
import { MAX_RATE_PAIRS } from '../../wire/limits.ts'
import type { TokenId } from '../config/types.ts'
import { ratesQuery } from '../queries/rates-query.ts'
import { useWidget } from './use-widget.ts'

/** Returns the USD prices of tokens in their order. Undefined if unknown. */
export function useUsdPrices(tokens: readonly TokenId[]): {
  prices: (number | undefined)[]
  isLoading: boolean
} {
  const widget = useWidget()
  const chunks = Array.from({ length: Math.ceil(tokens.length / MAX_RATE_PAIRS) }, (_, index) =>
    tokens.slice(index * MAX_RATE_PAIRS, (index + 1) * MAX_RATE_PAIRS),
  )
  return useQueries(
    {
      queries: chunks.map((chunk) => ratesQuery(widget, { tokens: chunk })),
      combine: (results) => ({
        prices: results.flatMap(
          ({ data }, index) => chunks[index]?.map((_, at) => data?.[at] ?? undefined) ?? [],
        ),
        isLoading: results.some((result) => result.isLoading),
      }),
    },
    widget.queryClient,
  )
}
