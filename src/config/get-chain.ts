import { SluiceError } from '../errors/sluice-error.ts'
import type { ResolvedChain, ResolvedConfig } from './types.ts'

/** The configured chain of this id; undefined if the config does not contain it. */
export function findChain(
  { chains }: Pick<ResolvedConfig, 'chains'>,
  chainId: number | undefined,
): ResolvedChain | undefined {
  return chains.find(({ id }) => id === chainId)
}

/** The configured chain of this id. Throws `CONFIG_INVALID` if the config does not contain it. */
export function getChain(config: Pick<ResolvedConfig, 'chains'>, chainId: number): ResolvedChain {
  const chain = findChain(config, chainId)
  if (chain) return chain
  throw new SluiceError('CONFIG_INVALID', { details: `chains: no chain with id ${chainId}` })
}
