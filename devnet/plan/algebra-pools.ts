import type { DevnetChainName } from './chains.ts'

/** A pool of Algebra Integral with a plugin that sets its fee. */
export interface AlgebraPoolPlan {
  a: string
  b: string
  depthUsd: number
  /** See `PoolPlan.offsetBps`. */
  offsetBps: number
}

export const ALGEBRA_POOLS: Record<DevnetChainName, AlgebraPoolPlan[]> = {
  ethereum: [
    { a: 'WETH', b: 'USDC', depthUsd: 1_600_000, offsetBps: 3 },
    { a: 'LINK', b: 'USDC', depthUsd: 500_000, offsetBps: -6 },
  ],
  base: [
    { a: 'WETH', b: 'USDC', depthUsd: 1_100_000, offsetBps: -3 },
    { a: 'WBTC', b: 'WETH', depthUsd: 400_000, offsetBps: 5 },
  ],
}
