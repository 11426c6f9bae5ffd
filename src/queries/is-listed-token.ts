import { isNativeToken } from '../../wire/lib/address.ts'
import { namesToken } from '../config/names-token.ts'
import type { TokenId } from '../config/types.ts'
import { listingQuery } from './listing-query.ts'
import type { QueryContext } from './query-context.ts'

/**
 * Returns whether a token is known to be listed by the host's config, else by the catalogue. False
 * if the catalogue does not respond.
 */
export async function isListedToken(context: QueryContext, token: TokenId): Promise<boolean> {
  const config = context.config.getState()
  if (isNativeToken(token.address) || namesToken(config, token)) return true
  if (config.listedTokens) return false
  return context.queryClient.fetchQuery(listingQuery(context, token)).catch(() => false)
}
