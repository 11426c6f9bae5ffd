import type { ResolvedConfig } from '../config/types.ts'
import type { ChainReader } from './ports.ts'

/** Reads chains through the host's own RPC URLs, each tried in order. Loads viem on first use. */
export function createChainReader(_config: () => ResolvedConfig): ChainReader {
  throw new Error('not built yet')
}
