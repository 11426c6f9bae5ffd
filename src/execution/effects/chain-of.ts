import type { ResolvedChain, ResolvedConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'

/** The chain as configured. Throws `CONFIG_INVALID` when it is not offered (any more). */
export function getChain(config: ResolvedConfig, chainId: number): ResolvedChain {
  const chain = config.chains.find(({ id }) => id === chainId)
  if (chain) return chain
  throw new SluiceError('CONFIG_INVALID', { details: `chains: no chain with id ${chainId}` })
}
