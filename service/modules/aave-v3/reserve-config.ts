/** The fields of a reserve's configuration bitmap used here. */
export interface ReserveConfig {
  decimals: bigint
  isActive: boolean
  isFrozen: boolean
  isPaused: boolean
  /** Whole units of the underlying; 0 is no cap. */
  supplyCap: bigint
  /** Basis points of the interest, for the treasury. */
  reserveFactor: bigint
  /** Whether the pool uses an accounted balance instead of the token balance; before 3.4 optional. */
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
