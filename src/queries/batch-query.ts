import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { WalletPort } from '../wallet/types.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/** Returns whether the wallet reports that it executes batches of this account atomically. */
export function batchQuery(
  context: Pick<QueryContext, 'key'>,
  query: { chainId: number; from: Address },
  wallet: Pick<WalletPort, 'canBatch'>,
): UseQueryOptions<boolean, SluiceError, boolean> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'batch', query),
    queryFn: () => wallet.canBatch(query),
    staleTime: 30_000,
    gcTime: getGcTime(60_000),
  }
}
