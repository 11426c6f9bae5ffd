import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { FAIR_PRICE_BPS } from '../lib/thresholds.ts'
import { type PriceInputs, priceKey, priceRequest } from './price-query.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

const STALE_MS = 60_000
/** Digits of the amount that is offered. */
const SIGNIFICANT = 4

/**
 * `POST /v1/price` with `isPartialFill`: how much of a sale, in base units, is filled before the price gets worse by
 * `FAIR_PRICE_BPS`. Rounded down to a number that can be read.
 */
export function fairAmountQuery(
  context: QueryContext,
  inputs: PriceInputs,
): UseQueryOptions<string, SluiceError> {
  // The limit of the fill is that of the request, whatever the user chose.
  const asked = { ...inputs, slippageBps: FAIR_PRICE_BPS }
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'fair-amount', priceKey(context, asked)),
    queryFn: async ({ signal }) => {
      const request = { ...priceRequest(context, asked), isPartialFill: true }
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
