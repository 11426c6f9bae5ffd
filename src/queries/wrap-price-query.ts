import type { UseQueryOptions } from '@tanstack/react-query'
import type { PriceResult } from '../../wire/router.ts'
import type { Answer } from '../clients/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { loaded } from '../errors/to-sluice-error.ts'
import type { PriceInputs } from './price-query.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/** Computes the price of wrapping the native token without a request. Only its code is loaded. */
export function wrapPriceQuery(
  context: QueryContext,
  inputs: PriceInputs,
): UseQueryOptions<Answer<PriceResult>, SluiceError> {
  const { inputToken, outputToken, inputAmount = 0n, account } = inputs
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'wrap-price', {
      inputToken: inputToken.address,
      outputToken: outputToken.address,
      inputAmount: inputAmount.toString(),
      account,
    }),
    queryFn: async () => {
      const { wrapPrice } = await loaded(import('../chain/wrap-price.ts'))
      return { value: wrapPrice({ ...inputs, inputAmount }), requestId: undefined }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: getGcTime(60_000),
  }
}
