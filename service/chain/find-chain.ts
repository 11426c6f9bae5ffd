import { toChainName } from '../lib/chain-name.ts'
import type { FollowedChain } from './types.ts'

type Configured = Pick<FollowedChain, 'config'>

/** The served chain with this name or alias, in any case. */
export function findChain<Chain extends Configured>(
  chains: readonly Chain[],
  nameOrAlias: string,
): Chain | undefined {
  const name = toChainName(nameOrAlias)
  return chains.find((chain) => chain.config.name === name)
}

/** The served chain with this chain id. */
export function findChainById<Chain extends Configured>(
  chains: readonly Chain[],
  id: number,
): Chain | undefined {
  return chains.find((chain) => chain.config.id === id)
}
