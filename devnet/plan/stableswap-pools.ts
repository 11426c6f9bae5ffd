import type { DevnetChainName } from './chains.ts'

/** A pool of Curve's StableSwap. */
export interface StableswapPoolPlan {
  /** Coins with 18, 6, 6 and 18 decimals, which its code requires; the third may return nothing. */
  coins: readonly [string, string, string, string]
  /** Value of each coin's balance. */
  depthUsd: readonly [number, number, number, number]
}

/** Parameters of all pools; the fee is a share of 1e10. */
export const STABLESWAP_PARAMETERS = { amplification: 256, fee: 2_000_000 }

const coins = ['DAI', 'USDC', 'USDT', 'xUSD'] as const

export const STABLESWAP_POOLS: Record<DevnetChainName, StableswapPoolPlan> = {
  ethereum: { coins, depthUsd: [900_000, 1_100_000, 800_000, 1_200_000] },
  base: { coins, depthUsd: [500_000, 400_000, 450_000, 600_000] },
}
