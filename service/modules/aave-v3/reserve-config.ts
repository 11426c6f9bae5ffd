/** The used fields of a reserve's configuration bitmap. */
export interface ReserveConfig {
  decimals: bigint
  isActive: boolean
  isFrozen: boolean
  isPaused: boolean
  /** In whole units of the underlying. 0 means no cap. */
  supplyCap: bigint
  /** The treasury's share of the interest in basis points. */
  reserveFactor: bigint
  /**
   * True if the pool uses an accounted balance instead of the token balance. Optional before 3.4.
   */
  isVirtual: boolean
}

/** Decodes the bitmap of Aave V3. */
export function decodeReserveConfig(word: bigint): ReserveConfig {
  return {
    decimals: bits(word, 48n, 8n),
    isActive: bits(word, 56n, 1n) === 1n,
    isFrozen: bits(word, 57n, 1n) === 1n,
    isPaused: bits(word, 60n, 1n) === 1n,
    supplyCap: bits(word, 116n, 36n),
    reserveFactor: bits(word, 64n, 16n),
    isVirtual: bits(word, 252n, 1n) === 1n,
  }
}

function bits(word: bigint, from: bigint, count: bigint): bigint {
  return (word >> from) & ((1n << count) - 1n)
}
