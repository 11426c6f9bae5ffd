import { hexToBytes, keccak256 } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import type { PoolLog } from '../../modules/core/pool.ts'

const BLOOM_BYTES = 256
const BLOOM = /^0x[0-9a-f]{512}$/i
/** Share of set bits above which false positives are too frequent (0.2 cubed is one in 125). */
const MAX_FILL = 0.2

/**
 * Returns the topics that the block's logs should contain according to the bloom filter, and do
 * not. Logs are requested by topic alone, so pool addresses do not matter. Ignores a crowded filter
 * if there are logs, because of its false positives.
 */
export function lackingTopics(
  logsBloom: Hex | undefined,
  topics: readonly Hex[],
  logs: readonly PoolLog[],
): readonly Hex[] {
  if (!logsBloom || !BLOOM.test(logsBloom)) return []
  const bloom = hexToBytes(logsBloom)
  if (logs.length > 0 && isCrowded(bloom)) return []
  const shown = new Set(logs.map(({ topics: [topic] }) => topic))
  return topics.filter((topic) => !shown.has(topic) && mayContain(bloom, topic))
}

/**
 * Checks whether the filter shows that a block has logs. An empty or full filter proves nothing,
 * because some chains do not fill it.
 */
export function namesLogs(logsBloom: Hex | undefined): boolean {
  return logsBloom !== undefined && BLOOM.test(logsBloom) && !/^0x(0+|f+)$/i.test(logsBloom)
}

/**
 * Checks whether the filter matches the addresses and topics of all these logs. An invalid filter
 * matches nothing.
 */
export function mayHold(logsBloom: Hex | undefined, logs: readonly PoolLog[]): boolean {
  if (!logsBloom || !BLOOM.test(logsBloom)) return false
  const bloom = hexToBytes(logsBloom)
  return logs.every(({ address, topics }) => [address, ...topics].every((value) => mayContain(bloom, value)))
}

/** Parses a filter. Returns undefined if it is invalid or full, because it then proves nothing. */
export function parseBloom(logsBloom: Hex | undefined): Uint8Array | undefined {
  if (!logsBloom || !BLOOM.test(logsBloom) || /^0xf+$/i.test(logsBloom)) return undefined
  return hexToBytes(logsBloom)
}

/** Returns the bits of the filter that stand for an address or a topic. */
export function bloomBits(value: Hex): readonly number[] {
  const hash = hexToBytes(keccak256(value))
  return [0, 2, 4].map((i) => (((hash[i] ?? 0) << 8) | (hash[i + 1] ?? 0)) & 2047)
}

export function hasBits(bloom: Uint8Array, bits: readonly number[]): boolean {
  return bits.every((bit) => ((bloom[BLOOM_BYTES - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0)
}

function mayContain(bloom: Uint8Array, value: Hex): boolean {
  return hasBits(bloom, bloomBits(value))
}

/** Checks whether the filter has too many false positives. */
export function isCrowded(bloom: Uint8Array): boolean {
  return getFill(bloom) > MAX_FILL
}

/**
 * Returns the expected number of false positives among this many addresses. Three bits stand for
 * each.
 */
export function countMistaken(bloom: Uint8Array, addresses: number): number {
  return addresses * getFill(bloom) ** 3
}

function getFill(bloom: Uint8Array): number {
  let bits = 0
  for (const byte of bloom) for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1
  return bits / (BLOOM_BYTES * 8)
}
