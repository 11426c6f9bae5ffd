import { sameAddress } from '../lib/address.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

type TokenRules = Pick<ResolvedConfig, 'tokens'>

/** Whether the host's `tokens` let a person choose this token. */
export function isAllowedToken({ tokens }: TokenRules, { chainId, address }: TokenId): boolean {
  const { allow, deny = [] } = tokens[chainId] ?? {}
  const isIn = (list: readonly TokenId['address'][]) => list.some((other) => sameAddress(other, address))
  return !isIn(deny) && (allow === undefined || isIn(allow))
}

/** The place of a token among the host's featured ones; -1 for others. */
export function getFeaturedIndex({ tokens }: TokenRules, { chainId, address }: TokenId): number {
  return tokens[chainId]?.featured.findIndex((other) => sameAddress(other, address)) ?? -1
}

/** The addresses that `tokens` name for choice on a chain: the featured ones, then all allowed ones. */
export function getNamedTokens({ tokens }: TokenRules, chainId: number): TokenId['address'][] {
  const { allow = [], featured = [] } = tokens[chainId] ?? {}
  return [...new Set([...featured, ...allow])].filter((address) =>
    isAllowedToken({ tokens }, { chainId, address }),
  )
}

/** Whether the host's `forbiddenPairs` name this pair. */
export function isForbiddenPair(
  { forbiddenPairs }: Pick<ResolvedConfig, 'forbiddenPairs'>,
  pair: { chainId: number; input: TokenId['address'] | undefined; output: TokenId['address'] | undefined },
): boolean {
  const { chainId, input, output } = pair
  if (!input || !output) return false
  return forbiddenPairs.some(
    (other) =>
      other.chainId === chainId && sameAddress(other.input, input) && sameAddress(other.output, output),
  )
}

/** Whether the host offers a trade: both tokens are allowed, and the pair is not forbidden. */
export function isOfferedTrade(
  config: Pick<ResolvedConfig, 'tokens' | 'forbiddenPairs'>,
  { chainId, inputToken, outputToken }: { chainId: number; inputToken: TokenId; outputToken: TokenId },
): boolean {
  const pair = { chainId, input: inputToken.address, output: outputToken.address }
  return (
    [inputToken, outputToken].every((token) => isAllowedToken(config, token)) &&
    !isForbiddenPair(config, pair)
  )
}
