import type { Block } from './block.ts'

/** Picks the fields of a block from a larger object. */
export function toBlock({ blockNumber, blockHash, timestamp, gasPrice, l1Fee, gasLimit }: Block): Block {
  return {
    blockNumber,
    blockHash,
    timestamp,
    gasPrice,
    ...(l1Fee !== undefined && { l1Fee }),
    ...(gasLimit !== undefined && { gasLimit }),
  }
}
