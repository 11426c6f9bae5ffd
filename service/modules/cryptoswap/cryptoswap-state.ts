import type { CryptoParameters } from './newton.ts'

/** The state of a CryptoSwap pool. Balances and amounts are base units of each coin. */
export interface CryptoswapState extends CryptoParameters {
  balances: readonly bigint[]
  /** Price of a whole token of each coin in the first one, with 18 decimals. */
  priceScale: readonly bigint[]
  /**
   * The invariant D. Ignored while the amplification or gamma ramps, because D is then recomputed.
   */
  invariant: bigint
  isRamping: boolean
  /** Fee shares of FEE_UNIT: near balance, and far from it. */
  midFee: bigint
  outFee: bigint
  /** How fast the fee moves between both, with 18 decimals. */
  feeGamma: bigint
  /** Supply of the pool's own token. */
  supply: bigint
  /** Trades that do not raise it are rejected. */
  virtualPrice: bigint
  profit: bigint
  /** Profit above which the pool may move its price scale after a trade. */
  allowedProfit: bigint
  /** True if the price is too near to its scale for an adjustment. */
  isSteady: boolean
}
