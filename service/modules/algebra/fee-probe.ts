import { concat } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { ContractCall } from '../core/module.ts'

/** Address of the probe within a call. No key controls it. */
const PROBE: Address = '0x5af0d0c1e3d1a5b6c7d8e9f00112233445566003'

/**
 * Takes a pool as its calldata word, sells one unit of the pool's first token and returns the fee.
 * The pool sets its fee before it requests payment, and the callback reverts with that fee, which
 * undoes the swap. The price limit prevents a price change. A swap has 450,000 gas, because it
 * calls an untrusted token.
 */
const CODE = concat([
  // Starts a probe if the calldata is one word. Otherwise this is the callback.
  '0x36602014602057',
  // Reverts with the third word of the caller's `globalState()`.
  '0x63e76c01e4600052606060006004601c335afa5060206040fd',
  // Reads `globalState()` of the pool. Its first word is the price.
  '0x5b63e76c01e4600052606060006004601c6000355afa50',
  // Encodes `swap(this, true, 1, price - 1, '')`.
  '0x60016000510360805263128acb08600052306020526001604052600160605260a060a052600060c052',
  // Calls the pool with 450,000 gas.
  '0x6020600060c4601c60006000356206ddd0f1',
  // Returns the word of the revert. Reverts without one.
  '0x3d602014151760805760206000f3',
  '0x5b60006000fd',
])

/** Returns the call that reads the fee of an Algebra V1 pool at the second of a block. */
export function feeProbe(pool: Address): ContractCall & { code: Hex } {
  return { to: PROBE, data: `0x${encodeWord(BigInt(pool))}`, code: CODE }
}
