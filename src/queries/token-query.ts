import type { InfiniteData, UseQueryOptions } from '@tanstack/react-query'
import { type Address, isNativeToken, sameAddress } from '../../wire/lib/address.ts'
import { getChain } from '../config/get-chain.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'
import { nativeToken, tokenOfMetadata } from './token-of.ts'
import { type TokensPage, tokensQuery } from './tokens-query.ts'

/** Loads a token from the catalogue's cached pages, else from the chain. */
export function tokenQuery(
  context: QueryContext,
  { chainId, address }: { chainId: number; address: Address },
): UseQueryOptions<Token, SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'token', { chainId, address: address.toLowerCase() }),
    queryFn: async () => {
      const listed = await catalogueToken(context, { chainId, address })
      if (listed) return listed
      const chain = getChain(context.config.getState(), chainId)
      if (isNativeToken(address)) return nativeToken(chain)
      return tokenOfMetadata(chainId, address, await context.chain.tokenMetadata({ chainId, token: address }))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: getGcTime(30 * 60_000),
    refetchOnWindowFocus: false,
    retry: retryByCode,
  }
}

/**
 * Returns the catalogue's token with exactly this address. Undefined if its cached pages do not
 * contain it.
 */
export async function catalogueToken(
  context: QueryContext,
  { chainId, address }: { chainId: number; address: Address },
): Promise<Token | undefined> {
  const { queryClient } = context
  const options = tokensQuery(context, { chainId })
  // The cached pages are used while the catalogue is down.
  const data = await queryClient
    .ensureInfiniteQueryData({ ...options, retry: false })
    .catch(() => queryClient.getQueryData<InfiniteData<TokensPage, number>>(options.queryKey))
  return data?.pages.flatMap((page) => page.tokens).find((token) => sameAddress(token.address, address))
}
