import type { Block } from './types.ts'

/** A block alone, without what else an object has beside it. */
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
