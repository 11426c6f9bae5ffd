import type { Address, Hex } from '../../wire/lib/address.ts'

/** Returns the n-th 32-byte word of ABI-encoded data, unsigned. */
export function uintAt(data: Hex, index: number): bigint {
  const word = data.slice(2 + index * 64, 66 + index * 64)
  if (word.length !== 64) throw new Error(`Word ${index} is missing in ${data.length / 2 - 1} bytes of data`)
  return BigInt(`0x${word}`)
}

/** Returns the n-th word, signed. */
export function intAt(data: Hex, index: number): bigint {
  return BigInt.asIntN(256, uintAt(data, index))
}

/** Returns the n-th word as an address in lower case. */
export function addressAt(data: Hex, index: number): Address {
  return toAddress(uintAt(data, index))
}

/** Returns the first word as data, or undefined if the data is shorter. */
export function firstWord(data: Hex | undefined): Hex | undefined {
  return data && data.length >= 66 ? (data.slice(0, 66) as Hex) : undefined
}

/** Returns the list whose offset is the n-th word. */
export function listAt(data: Hex, index: number): bigint[] {
  const start = Number(uintAt(data, index)) / 32
  return Array.from({ length: Number(uintAt(data, start)) }, (_, i) => uintAt(data, start + 1 + i))
}

/** Converts a word to an address in lower case. */
export function toAddress(word: bigint): Address {
  return `0x${word.toString(16).padStart(40, '0').slice(-40)}`
}

/** Concatenates single words, such as log topics. */
export function joinWords(words: readonly Hex[]): Hex {
  return `0x${words.map((word) => word.slice(2)).join('')}`
}

/** Encodes a value as a 32-byte word without `0x`. */
export function encodeWord(value: bigint): string {
  return BigInt.asUintN(256, value).toString(16).padStart(64, '0')
}

/** Encodes the data of a call: a selector, and arguments of one word each. */
export function encodeCall(selector: Hex, ...words: readonly bigint[]): Hex {
  return `${selector}${words.map(encodeWord).join('')}`
}
