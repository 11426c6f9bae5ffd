import type { UseQueryOptions } from '@tanstack/react-query'
import { isNativeToken, sameAddress } from '../../wire/lib/address.ts'
import type { TokenId } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { tokenKey } from '../lib/token-key.ts'
import { type EarningType, earningTokensQuery } from './earning-tokens-query.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'
import { tokensQuery } from './tokens-query.ts'

/**
 * Returns the earning type of a token from the cached catalogue pages, else from the catalogue's
 * lists of types. Null for other tokens.
 */
export function earningTypeQuery(
  context: QueryContext,
  token: TokenId,
): UseQueryOptions<EarningType | null, SluiceError> {
  const { chainId } = token
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'earning-type', { token: tokenKey(token) }),
    queryFn: async () => {
      if (isNativeToken(token.address)) return null
      const { queryClient } = context
      const options = tokensQuery(context, { chainId })
      const { pages } = await queryClient.ensureInfiniteQueryData({ ...options, retry: false })
      const known = pages.map(({ types }) => types?.[tokenKey(token)]).find((type) => type !== undefined)
      if (known) return known === 'lend' || known === 'invest' ? known : null
      const listed = await queryClient.fetchQuery(earningTokensQuery(context, { chainId }))
      return listed.find(({ address }) => sameAddress(address, token.address))?.type ?? null
    },
    staleTime: 30 * 60_000,
    gcTime: getGcTime(30 * 60_000),
    refetchOnWindowFocus: false,
    retry: false,
  }
}
