import { getChainName } from '../../src/lib/chain-names.ts'
import type { FollowedChain } from './types.ts'

/** The served chain a caller names, by name or alias, in any case. */
export function findChain<Chain extends FollowedChain>(
  chains: readonly Chain[],
  nameOrAlias: string,
): Chain | undefined {
  const name = getChainName(nameOrAlias)
  return name && chains.find((chain) => chain.config.name === name)
}
