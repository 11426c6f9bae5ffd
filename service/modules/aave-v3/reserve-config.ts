/** What of a reserve's configuration word decides whether it takes and gives. */
export interface ReserveConfig {
  decimals: bigint
  isActive: boolean
  isFrozen: boolean
  isPaused: boolean
  /** Whole units of the underlying; 0 is no cap. */
  supplyCap: bigint
}

/** Reads the bits as Aave V3 lays them out. */
export function decodeReserveConfig(word: bigint): ReserveConfig {
  return {
    decimals: bits(word, 48n, 8n),
    isActive: bits(word, 56n, 1n) === 1n,
    isFrozen: bits(word, 57n, 1n) === 1n,
    isPaused: bits(word, 60n, 1n) === 1n,
    supplyCap: bits(word, 116n, 36n),
  }
}

function bits(word: bigint, from: bigint, count: bigint): bigint {
  return (word >> from) & ((1n << count) - 1n)
}
