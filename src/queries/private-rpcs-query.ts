import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { plainText } from '../lib/plain-text.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/** A private RPC that the service names. Its host may be any: show none that the page does not allow. */
export interface NamedRpc {
  chainId: number
  name: string
  url: string
}

const STALE_MS = 5 * 60_000
const MAX_NAME_LENGTH = 40

/** `GET /private-rpcs`: RPCs that the wallet can be asked to use. */
export function privateRpcsQuery(context: QueryContext): UseQueryOptions<NamedRpc[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'privateRpcs', {}),
    queryFn: async ({ signal }) => {
      const { value } = await context.clients.router.privateRpcs({ signal })
      return value.privateRpcs.map(({ networkID, name, url }) => ({
        chainId: networkID,
        name: plainText(name, MAX_NAME_LENGTH) || plainText(url, MAX_NAME_LENGTH),
        url,
      }))
    },
    staleTime: STALE_MS,
    gcTime: getGcTime(STALE_MS),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}
