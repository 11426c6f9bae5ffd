import { type Hex, size } from 'viem'
import type { L1Fee } from './types.ts'

/** Nodes of Arbitrum count the envelope of a transaction too, and a little more than they charge. */
const ENVELOPE_BYTES = 400n

/**
 * The gas limit of a call that may take so much itself: on Arbitrum a node takes the price of the data out of it first, which a
 * busy Ethereum raises without bounds, and refuses the call where that is more. Data that compresses takes less than is counted
 * here.
 */
export function gasLimit(gas: bigint, data: Hex, l1Fee: L1Fee | null | undefined): bigint {
  return gas + (l1Fee?.gasPerByte ?? 0n) * (BigInt(size(data)) + ENVELOPE_BYTES)
}
