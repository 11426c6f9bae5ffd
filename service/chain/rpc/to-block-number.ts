const BLOCK_NUMBER = /^0x[0-9a-f]{1,16}$/i

/** Parses a block number from a node. Returns undefined for malformed values. */
export function toBlockNumber(value: unknown): bigint | undefined {
  return typeof value === 'string' && BLOCK_NUMBER.test(value) ? BigInt(value) : undefined
}
