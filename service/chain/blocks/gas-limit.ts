import { type Hex, size } from 'viem'
import type { L1Fee } from './block.ts'

/** Arbitrum nodes also count the envelope of a transaction, and slightly more than they charge. */
const ENVELOPE_BYTES = 400n

/**
 * Returns the gas limit of a call that may use this much gas itself. An Arbitrum node first
 * subtracts the price of the data, which rises with the gas price of Ethereum, and refuses the call
 * if the limit is too low. Compressible data costs less than this estimate.
 */
export function gasLimit(gas: bigint, data: Hex, l1Fee: L1Fee | null | undefined): bigint {
  return gas + (l1Fee?.gasPerByte ?? 0n) * (BigInt(size(data)) + ENVELOPE_BYTES)
}
