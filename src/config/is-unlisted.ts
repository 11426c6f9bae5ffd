import { namesToken } from './names-token.ts'
import type { TokenId } from './types.ts'

/** Whether a token is unlisted: by the host's `listedTokens` or, without such a list, by the catalogue. Named ones are not. */
export function isUnlisted(
  config: Parameters<typeof namesToken>[0],
  token: TokenId,
  isNotInCatalogue: boolean,
): boolean {
  return (config.listedTokens !== undefined || isNotInCatalogue) && !namesToken(config, token)
}
