import { isForbiddenPair } from './token-rules.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

/** True if the host offers a trade: both tokens are allowed, and the pair is not forbidden. */
export function isOfferedTrade(
  config: Pick<ResolvedConfig, 'tokens' | 'forbiddenPairs'>,
  { chainId, inputToken, outputToken }: { chainId: number; inputToken: TokenId; outputToken: TokenId },
): boolean {
  const pair = { chainId, input: inputToken.address, output: outputToken.address }
  return !isForbiddenPair(config, pair)
}
