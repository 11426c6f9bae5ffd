import { hexToBytes, keccak256 } from 'viem'
import type { Hex } from '../../src/lib/address.ts'
import type { PoolLog } from '../modules/core/pool.ts'

const BLOOM_BYTES = 256
const BLOOM = /^0x[0-9a-f]{512}$/i
/** Of the filter's bits: with more set, it names topics that are not there too often (0.2 cubed is one in 125). */
const MAX_FILL = 0.2

/**
 * Topics that a block's logs should show, by the filter in its header, and do not. The logs are asked for by topic alone, so the
 * addresses of pools do not matter. A filter may name what is not there, hence a crowded one counts only where there are no logs.
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

/** Whether a block has logs by its filter. One that is full or none at all tells nothing: some chains make none. */
export function namesLogs(logsBloom: Hex | undefined): boolean {
  return logsBloom !== undefined && BLOOM.test(logsBloom) && !/^0x(0+|f+)$/i.test(logsBloom)
}

/** Whether a block's filter names the addresses and topics of all these logs. A filter that is none names nothing. */
export function mayHold(logsBloom: Hex | undefined, logs: readonly PoolLog[]): boolean {
  if (!logsBloom || !BLOOM.test(logsBloom)) return false
  const bloom = hexToBytes(logsBloom)
  return logs.every(({ address, topics }) => [address, ...topics].every((value) => mayContain(bloom, value)))
}

/** The bytes of a filter; undefined for one that is none, or full: it tells nothing. */
export function parseBloom(logsBloom: Hex | undefined): Uint8Array | undefined {
  if (!logsBloom || !BLOOM.test(logsBloom) || /^0xf+$/i.test(logsBloom)) return undefined
  return hexToBytes(logsBloom)
}

/** The bits of a filter that stand for an address or a topic. */
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

/** Whether it names too much that is not there. */
export function isCrowded(bloom: Uint8Array): boolean {
  return getFill(bloom) > MAX_FILL
}

/** How many of so many addresses it may be expected to name by mistake: three bits stand for each. */
export function countMistaken(bloom: Uint8Array, addresses: number): number {
  return addresses * getFill(bloom) ** 3
}

function getFill(bloom: Uint8Array): number {
  let bits = 0
  for (const byte of bloom) for (let rest = byte; rest > 0; rest >>= 1) bits += rest & 1
  return bits / (BLOOM_BYTES * 8)
}
