import { isNativeToken } from '../../wire/lib/address.ts'
import { tokenKey } from '../lib/token-key.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

/**
 * True if a token is in the host's `listedTokens`. Undefined without such a list: then the
 * catalogue decides. Native tokens are always listed.
 */
export function isListed(
  { listedTokens }: Pick<ResolvedConfig, 'listedTokens'>,
  { chainId, address }: TokenId,
): boolean | undefined {
  if (!listedTokens) return undefined
  if (isNativeToken(address)) return true
  return Object.hasOwn(listedTokens, tokenKey({ chainId, address }))
}
