import type { UseQueryOptions } from '@tanstack/react-query'
import { MODULE_ID_PATTERN } from '../../wire/limits.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

const STALE_MS = 5 * 60_000

/** `GET /liquidity`: the ids of the modules with liquidity on any of the named chains. */
export function modulesQuery(
  context: QueryContext,
  { chains }: { chains: readonly string[] },
): UseQueryOptions<string[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'modules', { chains }),
    queryFn: async ({ signal }) => {
      const { value } = await context.clients.router.liquidity({ signal })
      const ids = chains.flatMap((chain) => value.liquidityModules[chain] ?? [])
      // The service does not accept other ids in requests.
      return [...new Set(ids)].filter((id) => MODULE_ID_PATTERN.test(id))
    },
    staleTime: STALE_MS,
    gcTime: getGcTime(STALE_MS),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}
