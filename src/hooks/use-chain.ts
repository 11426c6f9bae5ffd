import { findChain } from '../config/get-chain.ts'
import type { ResolvedChain } from '../config/types.ts'
import { useConfig } from './use-config.ts'

/** The configured chain of this id; undefined when the config does not contain it. */
export function useChain(chainId: number | undefined): ResolvedChain | undefined {
  return findChain(useConfig(), chainId)
}
