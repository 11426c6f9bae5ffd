import type { ResolvedChain } from '../config/types.ts'
import { useConfig } from './use-config.ts'

/** A chain as the host configured it; undefined when it is not offered (any more). */
export function useChain(chainId: number): ResolvedChain | undefined {
  return useConfig().chains.find(({ id }) => id === chainId)
}
