import { sameAddress } from '../../wire/lib/address.ts'
import type { ResolvedConfig, TokenId } from './types.ts'

/** The index of a token among the host's featured ones; -1 for others. */
export function getFeaturedIndex(
  { tokens }: Pick<ResolvedConfig, 'tokens'>,
  { chainId, address }: TokenId,
): number {
  return tokens[chainId]?.featured.findIndex((other) => sameAddress(other, address)) ?? -1
}
