import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { ContractCall } from '../../modules/core/module.ts'
import { ChainFailure } from './chain-failure.ts'

export function callTo(to: Address, selector: Hex, ...words: (bigint | Address)[]): ContractCall {
  return { to, data: `${selector}${words.map((word) => encodeWord(BigInt(word))).join('')}` }
}

/** Reads a word of a call's result. Throws a `ChainFailure` if the word is missing. */
export function readWord(result: Hex | undefined, index = 0): bigint {
  const word = readOptionalWord(result, index)
  if (word === undefined) throw new ChainFailure('incomplete', 'A contract returned no result for a call')
  return word
}

/** Reads a word of a call's result, or returns undefined if the word is missing. */
export function readOptionalWord(result: Hex | undefined, index = 0): bigint | undefined {
  return result && result.length >= 2 + (index + 1) * 64 ? uintAt(result, index) : undefined
}

export function readAddress(result: Hex | undefined, index = 0): Address {
  return `0x${readWord(result, index).toString(16).padStart(40, '0').slice(-40)}`
}
