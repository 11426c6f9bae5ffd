import { namesToken } from './names-token.ts'
import type { TokenId } from './types.ts'

/**
 * True if a token is unlisted: by the host's `listedTokens` or, without such a list, by the
 * catalogue. Tokens in the config are never unlisted.
 */
export function isUnlisted(
  config: Parameters<typeof namesToken>[0],
  token: TokenId,
  isNotInCatalogue: boolean,
): boolean {
  return (config.listedTokens !== undefined || isNotInCatalogue) && !namesToken(config, token)
}
