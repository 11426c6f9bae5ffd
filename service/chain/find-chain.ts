import { toChainName } from '../lib/chain-name.ts'
import type { FollowedChain } from './types.ts'

type Configured = Pick<FollowedChain, 'config'>

/** Finds a served chain by its name or alias, ignoring case. */
export function findChain<Chain extends Configured>(
  chains: readonly Chain[],
  nameOrAlias: string,
): Chain | undefined {
  const name = toChainName(nameOrAlias)
  return chains.find((chain) => chain.config.name === name)
}

/** Finds a served chain by its chain id. */
export function findChainById<Chain extends Configured>(
  chains: readonly Chain[],
  id: number,
): Chain | undefined {
  return chains.find((chain) => chain.config.id === id)
}
