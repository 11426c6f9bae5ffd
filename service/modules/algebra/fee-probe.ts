import { concat } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import type { ContractCall } from '../core/module.ts'

/** Where the probe stands within a call. No key controls it. */
const PROBE: Address = '0x5af0d0c1e3d1a5b6c7d8e9f00112233445566003'

/**
 * Asked with a pool as a word, it sells one unit of its first token there and returns what the pool charges for that: the pool sets
 * its fee before it asks to be paid, and the callback reverts with that fee, which undoes the swap. The price may not move, and a
 * swap has 450,000 gas, because it calls a token that anyone may have made.
 */
const CODE = concat([
  // Asked when the calldata is one word; else called back.
  '0x36602014602057',
  // Reverts with the third word of the caller's `globalState()`.
  '0x63e76c01e4600052606060006004601c335afa5060206040fd',
  // Reads `globalState()` of the pool: its first word is the price.
  '0x5b63e76c01e4600052606060006004601c6000355afa50',
  // Encodes `swap(this, true, 1, price - 1, '')`.
  '0x60016000510360805263128acb08600052306020526001604052600160605260a060a052600060c052',
  // Calls the pool with 450,000 gas.
  '0x6020600060c4601c60006000356206ddd0f1',
  // Returns the word that it reverted with; reverts when there is none.
  '0x3d602014151760805760206000f3',
  '0x5b60006000fd',
])

/** Asks what a pool of Algebra V1 charges at the second of a block. */
export function askFee(pool: Address): ContractCall & { code: Hex } {
  return { to: PROBE, data: `0x${encodeWord(BigInt(pool))}`, code: CODE }
}
