import type { ChainServiceConfig } from '../config/types.ts'

/** Twenty minutes: what Ethereum, and the chains that settle on it, take to be final. */
const FINALITY_SECONDS = 1_200
const MIN_FINALITY_BLOCKS = 64
const MAX_FINALITY_BLOCKS = 5_000

/** Blocks behind the head from which on a chain takes nothing back: those of the config, else 20 minutes of them. */
export function getFinalityBlocks({
  finalityBlocks,
  blockSeconds,
}: Pick<ChainServiceConfig, 'finalityBlocks' | 'blockSeconds'>): number {
  if (finalityBlocks !== undefined) return finalityBlocks
  const blocks = Math.ceil(FINALITY_SECONDS / blockSeconds)
  return Math.min(MAX_FINALITY_BLOCKS, Math.max(MIN_FINALITY_BLOCKS, blocks))
}
