import type { DevnetChainName } from './chains.ts'

export interface WeightedPoolPlan {
  name: string
  symbol: string
  /** Each token's share of the pool's value, in percent. */
  weights: Record<string, number>
  depthUsd: number
  /** Hundredths of a bip. */
  fee: number
}

export const WEIGHTED_POOLS: Record<DevnetChainName, WeightedPoolPlan> = {
  ethereum: {
    name: '50 WETH 30 USDC 20 WBTC',
    symbol: '50WETH-30USDC-20WBTC',
    weights: { WETH: 50, USDC: 30, WBTC: 20 },
    depthUsd: 5_200_000,
    fee: 3000,
  },
  base: {
    name: '60 WETH 20 USDC 20 LINK',
    symbol: '60WETH-20USDC-20LINK',
    weights: { WETH: 60, USDC: 20, LINK: 20 },
    depthUsd: 1_900_000,
    fee: 2000,
  },
}
