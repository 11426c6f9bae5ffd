import { WAD } from '../core/units.ts'

/** Differences between the supported contract versions. */
export interface CryptoCode {
  /** Number of coins. */
  count: 2 | 3
  /** The largest `gamma` that the math contract accepts. */
  maxGamma: bigint
  /** Up to this `gamma` the balance bounds are widest. */
  wideGamma: bigint
  /**
   * True if balance bounds are shares of all balances, as with two coins since v2.1.0, or multiples
   * of D.
   */
  isShared: boolean
}

type Bounds = readonly [bigint, bigint]

/** Widest bounds of a balance, as a multiple of D. */
const [LEAST, MOST] = [10n ** 16n, 10n ** 20n]

/** Codes by the `version()` of the math contract and the number of coins. */
export const CODES = {
  'v2.0.0': {
    2: { count: 2, maxGamma: 2n * 10n ** 15n, wideGamma: 2n * 10n ** 15n, isShared: false },
    3: { count: 3, maxGamma: 5n * 10n ** 16n, wideGamma: 5n * 10n ** 16n, isShared: false },
  },
  'v2.1.0': {
    2: { count: 2, maxGamma: 199n * 10n ** 15n, wideGamma: 2n * 10n ** 16n, isShared: true },
    3: undefined,
  },
} as const satisfies Record<string, Record<2 | 3, CryptoCode | undefined>>

export const MIN_GAMMA = 10n ** 10n
export const INVARIANT_BOUNDS: Bounds = [10n ** 17n, 10n ** 33n]

/** Bounds of the amplification `A * n^n` with four decimals. */
export function getAmplificationBounds({ count }: CryptoCode): Bounds {
  const unit = BigInt(count) ** BigInt(count) * 10_000n
  return [unit / (count === 2 ? 10n : 100n), unit * 1_000n]
}

/**
 * Bounds of the balance that is not solved for, as a multiple of D with 18 decimals. Doubled for
 * two coins.
 */
export function getHeldBounds({ count, wideGamma, isShared }: CryptoCode, gamma: bigint): Bounds {
  if (count === 3) return [LEAST, MOST]
  if (!isShared) return [LEAST * 2n, MOST * 2n]
  const most = getMost(wideGamma, gamma)
  return [WAD ** 2n / most, most]
}

/** Bounds of the balance that is solved for. */
export function getSolvedBounds({ count, wideGamma, isShared }: CryptoCode, gamma: bigint): Bounds {
  if (!isShared) return [LEAST - 1n, MOST]
  const [most, of] = [getMost(wideGamma, gamma), BigInt(count)]
  return [WAD ** 2n / of / most, most / of]
}

/** Bounds of all balances after D is computed. */
export function getFoundBounds({ count, isShared }: CryptoCode): Bounds {
  return isShared ? [LEAST / BigInt(count), MOST / BigInt(count)] : [LEAST - 1n, MOST]
}

/**
 * Minimum balance of the bought coin and maximum balance of the sold coin after a trade, as
 * multiples of D with 18 decimals: a sixteenth inside the contract's bounds, beyond which rounding
 * and fees decide.
 */
export function getTradedBounds(code: CryptoCode, gamma: bigint): Bounds {
  const [low] = getSolvedBounds(code, gamma)
  const [, high] = getHeldBounds(code, gamma)
  return [low + low / 16n, (high - high / 16n) / (code.count === 2 ? 2n : 1n)]
}

function getMost(wideGamma: bigint, gamma: bigint): bigint {
  return gamma > wideGamma ? (MOST * wideGamma) / gamma : MOST
}
