/** What of a reserve's configuration word decides whether it takes and gives, and what for. */
export interface ReserveConfig {
  decimals: bigint
  isActive: boolean
  isFrozen: boolean
  isPaused: boolean
  /** Whole units of the underlying; 0 is no cap. */
  supplyCap: bigint
  /** Basis points of the interest, for the treasury. */
  reserveFactor: bigint
  /** Whether what is paid in is counted, in place of what lies there; before 3.4 not everywhere. */
  isVirtual: boolean
}

/** Reads the bits as Aave V3 lays them out. */
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
