import { useQueries } from '@tanstack/react-query'
import type { TokenId } from '../config/types.ts'
import { ratesQuery } from '../queries/rates-query.ts'
import { MAX_RATE_PAIRS } from '../wire/rates.ts'
import { useWidget } from './use-widget.ts'

/** USD prices in the order of `tokens`; undefined is unknown, also after a failure. */
export function useUsdPrices(tokens: readonly TokenId[]): (number | undefined)[] {
  const widget = useWidget()
  const chunks = toChunks(tokens, MAX_RATE_PAIRS)
  const results = useQueries(
    { queries: chunks.map((chunk) => ratesQuery(widget, { tokens: chunk })) },
    widget.queryClient,
  )
  return chunks.flatMap((chunk, index) => chunk.map((_, at) => results[index]?.data?.[at] ?? undefined))
}

function toChunks<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}
