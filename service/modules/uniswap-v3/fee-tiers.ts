/** Fee and spacing of followed Uniswap V4 pools. Anyone can create a V4 pool with any values. */
export interface FeeTier {
  /** Hundredths of a bip, 1 to 10,000 (1 %). */
  fee: number
  /** 1 to 200. */
  tickSpacing: number
}

/** The tiers of Uniswap V3. */
export const DEFAULT_FEE_TIERS: readonly FeeTier[] = [
  { fee: 100, tickSpacing: 1 },
  { fee: 500, tickSpacing: 10 },
  { fee: 3_000, tickSpacing: 60 },
  { fee: 10_000, tickSpacing: 200 },
]
