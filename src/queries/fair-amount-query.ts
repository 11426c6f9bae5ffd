import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { FAIR_PRICE_BPS } from '../lib/thresholds.ts'
import { type PriceInputs, priceKey, priceRequest } from './price-query.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

const STALE_MS = 60_000
/** Significant digits of the offered amount. */
const SIGNIFICANT = 4

/**
 * `POST /v1/price` with `isPartialFill`: the part of a sale, in base units, that can be filled
 * before the price gets worse by `FAIR_PRICE_BPS`. Rounded down to a readable number.
 */
export function fairAmountQuery(
  context: QueryContext,
  inputs: PriceInputs,
): UseQueryOptions<string, SluiceError> {
  // The request's slippage limits the fill, independently of the user's limit.
  const limited = { ...inputs, slippageBps: FAIR_PRICE_BPS }
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'fair-amount', priceKey(context, limited)),
    queryFn: async ({ signal }) => {
      const request = { ...priceRequest(context, limited), isPartialFill: true }
      const { value } = await context.clients.router.price(request, { signal })
      return roundDown(value.effectiveInputAmount)
    },
    enabled: inputs.inputAmount !== undefined && inputs.wrapper === undefined,
    staleTime: STALE_MS,
    gcTime: getGcTime(STALE_MS),
    refetchOnWindowFocus: false,
    retry: false,
  }
}

function roundDown(amount: string): string {
  return amount.slice(0, SIGNIFICANT).padEnd(amount.length, '0')
}
