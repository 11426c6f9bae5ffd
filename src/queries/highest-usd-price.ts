import type { TokenId } from '../config/types.ts'
import { FRESH_USD_PRICE_MS } from '../lib/thresholds.ts'
import { hostPricesQuery } from './host-prices-query.ts'
import { poolPricesQuery } from './pool-prices-query.ts'
import type { QueryContext } from './query-context.ts'
import { ratesQuery } from './rates-query.ts'

/**
 * Returns the highest USD price of one whole token among all sources, so that a fee in USD is the
 * smallest token amount. Undefined if unknown. Never rejects.
 */
export async function highestUsdPrice(context: QueryContext, token: TokenId): Promise<number | undefined> {
  const { chainId, address } = token
  const queries = [
    ratesQuery(context, { tokens: [token] }),
    poolPricesQuery(context, { chainId, tokens: [address] }),
    ...(context.config.getState().priceSource ? [hostPricesQuery(context, { tokens: [token] })] : []),
  ]
  const results = await Promise.allSettled(
    queries.map((query) =>
      context.queryClient.fetchQuery({ ...query, staleTime: FRESH_USD_PRICE_MS, retry: false }),
    ),
  )
  const known = results.flatMap((result) => (result.status === 'fulfilled' ? (result.value[0] ?? []) : []))
  return known.length > 0 ? Math.max(...known) : undefined
}
