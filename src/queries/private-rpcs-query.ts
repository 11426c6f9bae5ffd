import type { UseQueryOptions } from '@tanstack/react-query'
import type { PrivateRpcsResponse } from '../../wire/private-rpcs.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

const STALE_MS = 5 * 60_000

/**
 * `GET /private-rpcs`: RPCs that the service offers for wallets. Show only RPCs that the host's
 * config names, because the service could return any URL.
 */
export function privateRpcsQuery(
  context: QueryContext,
): UseQueryOptions<PrivateRpcsResponse['privateRpcs'], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'privateRpcs', {}),
    queryFn: async ({ signal }) => (await context.clients.router.privateRpcs({ signal })).value.privateRpcs,
    staleTime: STALE_MS,
    gcTime: getGcTime(STALE_MS),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}
