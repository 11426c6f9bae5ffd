import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { retryByCode, sharedOptions } from './shared-options.ts'

/** Measures the usual time between two blocks of a chain, in milliseconds. 0 is unknown. */
export function blockMsQuery(context: QueryContext, chainId: number): UseQueryOptions<number, SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'blockMs', { chainId }),
    queryFn: () => context.chain.blockMs(chainId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryByCode,
  }
}
