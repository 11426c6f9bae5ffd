import { findChain } from '../config/get-chain.ts'
import type { ResolvedChain } from '../config/types.ts'
import { useConfig } from './use-config.ts'

/** Returns the configured chain with this id. Undefined if the config does not contain it. */
export function useChain(chainId: number | undefined): ResolvedChain | undefined {
  return findChain(useConfig(), chainId)
}
