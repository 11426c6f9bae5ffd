import type { ChainServiceConfig } from '../../config/types.ts'

/** Twenty minutes: finality of Ethereum and of the chains that settle on it. */
const FINALITY_SECONDS = 1_200
const MIN_FINALITY_BLOCKS = 64
const MAX_FINALITY_BLOCKS = 5_000

/** Returns the depth that no reorg reaches: the configured value, or 20 minutes of blocks. */
export function getFinalityBlocks({
  finalityBlocks,
  blockSeconds,
}: Pick<ChainServiceConfig, 'finalityBlocks' | 'blockSeconds'>): number {
  if (finalityBlocks !== undefined) return finalityBlocks
  const blocks = Math.ceil(FINALITY_SECONDS / blockSeconds)
  return Math.min(MAX_FINALITY_BLOCKS, Math.max(MIN_FINALITY_BLOCKS, blocks))
}
