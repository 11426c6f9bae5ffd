import { isNativeToken } from '../lib/address.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

/**
 * Whether the host vouches for a token. Undefined where the host pins no list: then the catalogue decides. A native
 * token is the chain's own and needs nobody's word.
 */
export function isListed(
  { listedTokens }: Pick<ResolvedConfig, 'listedTokens'>,
  { chainId, address }: TokenId,
): boolean | undefined {
  if (!listedTokens) return undefined
  if (isNativeToken(address)) return true
  const wanted = address.toLowerCase()
  return listedTokens.some((token) => token.chainId === chainId && token.address === wanted)
}
