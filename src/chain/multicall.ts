import type { Address, Hex } from '../../wire/lib/address.ts'
import type { EthCall } from './eth-call.ts'

/** One read: a selector and its arguments, each a number or an address. */
export interface Read {
  to: Address
  /** Four bytes, e.g. `0x313ce567`. */
  selector: Hex
  args?: readonly (Address | number | bigint)[]
}

/** The 32-byte words a read returned; undefined if it reverted or has no contract. */
export type AbiWords = readonly bigint[] | undefined

/** The same address on nearly every chain. */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** `aggregate3((address target, bool allowFailure, bytes callData)[])` */
const AGGREGATE3 = '82ad56cb'
const WORD_DIGITS = 64

/** Runs all reads on one block in one request. */
export async function multicall(call: EthCall, reads: readonly Read[]): Promise<AbiWords[]> {
  if (reads.length === 0) return []
  const result = await call({ to: MULTICALL3, data: `0x${AGGREGATE3}${encode(reads)}` })
  const words = getWords(result.slice(2))
  // The first word is the offset of the list. The list starts with its length, followed by one
  // offset per entry.
  const list = indexAt(words, 0, 0)
  return reads.map((_, position) => {
    if (list === undefined || words[list] !== BigInt(reads.length)) return undefined
    const entry = indexAt(words, list + 1 + position, list + 1)
    if (entry === undefined || words[entry] !== 1n) return undefined
    const bytes = indexAt(words, entry + 1, entry)
    const length = bytes === undefined ? undefined : words[bytes]
    if (bytes === undefined || !length || length > BigInt(words.length * 32)) return undefined
    return words.slice(bytes + 1, bytes + 1 + Number(length) / 32)
  })
}

function encode(reads: readonly Read[]): string {
  const entries = reads.map(({ to, selector, args = [] }) => {
    const bytes = selector.slice(2) + args.map(word).join('')
    const padded = bytes.padEnd(Math.ceil(bytes.length / WORD_DIGITS) * WORD_DIGITS, '0')
    return word(to) + word(1) + word(0x60) + word(bytes.length / 2) + padded
  })
  let offset = reads.length * 32
  const offsets = entries.map((entry) => {
    const at = word(offset)
    offset += entry.length / 2
    return at
  })
  return word(0x20) + word(reads.length) + offsets.join('') + entries.join('')
}

function word(value: Address | number | bigint): string {
  const digits = typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)
  return digits.padStart(WORD_DIGITS, '0')
}

function getWords(digits: string): bigint[] {
  return Array.from({ length: Math.floor(digits.length / WORD_DIGITS) }, (_, index) =>
    BigInt(`0x${digits.slice(index * WORD_DIGITS, (index + 1) * WORD_DIGITS)}`),
  )
}

/**
 * The index of the word that the offset at `at` points to, relative to `from`; undefined if it is
 * out of range.
 */
function indexAt(words: readonly bigint[], at: number, from: number): number | undefined {
  const offset = words[at]
  if (offset === undefined || offset % 32n !== 0n) return undefined
  const index = BigInt(from) + offset / 32n
  return index < BigInt(words.length) ? Number(index) : undefined
}
