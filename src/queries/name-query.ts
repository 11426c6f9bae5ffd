import type { UseQueryOptions } from '@tanstack/react-query'
import { sleep } from '../../wire/lib/sleep.ts'
import type { ResolvedName } from '../chain/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { SEARCH_DEBOUNCE_MS } from '../lib/thresholds.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/** Resolves an ENS name on a chain. Null if it has no address. Debounced while the user types. */
export function nameQuery(
  context: QueryContext,
  { chainId, name }: { chainId: number; name: string },
): UseQueryOptions<ResolvedName | null, SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'name', { chainId, name }),
    queryFn: async ({ signal }) => {
      await sleep(SEARCH_DEBOUNCE_MS, signal)
      return (await context.chain.resolveName({ chainId, name })) ?? null
    },
    // A name may resolve to another address at any time.
    staleTime: 0,
    gcTime: getGcTime(60_000),
    refetchOnWindowFocus: false,
    retry: false,
  }
}
