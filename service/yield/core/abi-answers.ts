import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeWord, uintAt } from '../../lib/abi-words.ts'
import type { ContractCall } from '../../modules/core/module.ts'
import { ChainFailure } from './chain-failure.ts'

export function callTo(to: Address, selector: Hex, ...words: (bigint | Address)[]): ContractCall {
  return { to, data: `${selector}${words.map((word) => encodeWord(BigInt(word))).join('')}` }
}

/** A required word of a call's result. */
export function readWord(answer: Hex | undefined, index = 0): bigint {
  const word = readOptionalWord(answer, index)
  if (word === undefined) throw new ChainFailure('incomplete', 'A contract did not answer a call')
  return word
}

/** A word of a call's result; undefined when missing. */
export function readOptionalWord(answer: Hex | undefined, index = 0): bigint | undefined {
  return answer && answer.length >= 2 + (index + 1) * 64 ? uintAt(answer, index) : undefined
}

export function readAddress(answer: Hex | undefined, index = 0): Address {
  return `0x${readWord(answer, index).toString(16).padStart(40, '0').slice(-40)}`
}
