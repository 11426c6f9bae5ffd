import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

export interface PermitQuery {
  chainId: number
  token: Address
  owner: Address
  spender: Address
  /** Base units. */
  amount: bigint
}

/** Returns whether the token supports a permit signature for the amount, according to the chain. */
export function permitQuery(
  context: QueryContext,
  query: PermitQuery,
): UseQueryOptions<boolean, SluiceError, boolean> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'permit', { ...query, amount: query.amount.toString() }),
    queryFn: async () => (await context.chain.permitMethod(query)) !== undefined,
    staleTime: 30_000,
    gcTime: getGcTime(60_000),
    retry: retryByCode,
  }
}
