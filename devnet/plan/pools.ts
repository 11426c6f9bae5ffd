import type { DevnetChainName } from './chains.ts'

export type SourceModule = 'uniswap-v2' | 'delta-v2' | 'uniswap-v3' | 'pancakeswap-v3'

export interface PoolPlan {
  module: SourceModule
  a: string
  b: string
  /** Value of the whole pool at the start. */
  depthUsd: number
  /** Hundredths of a bip. */
  fee: number
  /**
   * How far the pool starts above (or below) the market, in basis points of the price of `a` in
   * `b`.
   */
  offsetBps: number
  /** Width of the ranges of a V3 pool: tight for two tokens that move together. */
  shape?: 'wide' | 'tight'
}

const uniswapV2 = (a: string, b: string, depthUsd: number, offsetBps: number): PoolPlan => ({
  module: 'uniswap-v2',
  a,
  b,
  depthUsd,
  fee: 3000,
  offsetBps,
})

const deltaV2 = (a: string, b: string, depthUsd: number, offsetBps: number): PoolPlan => ({
  module: 'delta-v2',
  a,
  b,
  depthUsd,
  fee: 2000,
  offsetBps,
})

const wide = (a: string, b: string, fee: number, depthUsd: number, offsetBps: number): PoolPlan => ({
  module: 'uniswap-v3',
  a,
  b,
  depthUsd,
  fee,
  offsetBps,
  shape: 'wide',
})

const tight = (a: string, b: string, fee: number, depthUsd: number, offsetBps: number): PoolPlan => ({
  ...wide(a, b, fee, depthUsd, offsetBps),
  shape: 'tight',
})

const pancake = (a: string, b: string, fee: number, depthUsd: number, offsetBps: number): PoolPlan => ({
  ...wide(a, b, fee, depthUsd, offsetBps),
  module: 'pancakeswap-v3',
})

/**
 * Depth is distributed as on real chains: major tokens are deep on several exchanges, the others
 * have one or two pools, so that some pairs need two or three hops. Offsets are below the fees, so
 * that exchanges disagree without free arbitrage.
 */
export const POOLS: Record<DevnetChainName, PoolPlan[]> = {
  ethereum: [
    uniswapV2('WETH', 'USDC', 6_400_000, 11),
    uniswapV2('WETH', 'USDT', 3_600_000, -14),
    uniswapV2('WETH', 'DAI', 2_400_000, 9),
    uniswapV2('WBTC', 'WETH', 4_200_000, -12),
    uniswapV2('LINK', 'WETH', 1_800_000, 17),
    uniswapV2('USDC', 'USDT', 900_000, 6),
    uniswapV2('ZOLL', 'WETH', 600_000, 0),
    deltaV2('WETH', 'USDC', 2_600_000, -8),
    deltaV2('WETH', 'USDT', 1_300_000, 10),
    deltaV2('WBTC', 'USDC', 1_700_000, 7),
    deltaV2('USDC', 'DAI', 1_100_000, -5),
    deltaV2('MKR', 'DAI', 700_000, 12),
    deltaV2('EURC', 'USDC', 500_000, -9),
    wide('WETH', 'USDC', 500, 21_000_000, 2),
    wide('WETH', 'USDC', 3000, 9_000_000, -13),
    wide('WETH', 'USDC', 10_000, 800_000, 38),
    wide('WETH', 'USDT', 500, 8_500_000, -2),
    wide('WETH', 'USDT', 3000, 4_000_000, 15),
    wide('WETH', 'DAI', 3000, 2_800_000, -10),
    wide('WBTC', 'WETH', 500, 7_500_000, 2),
    wide('WBTC', 'WETH', 3000, 12_000_000, -11),
    wide('WBTC', 'USDC', 3000, 3_400_000, 14),
    wide('LINK', 'WETH', 3000, 2_600_000, -16),
    wide('LINK', 'WETH', 10_000, 400_000, 41),
    wide('MKR', 'WETH', 10_000, 1_300_000, -24),
    tight('USDC', 'USDT', 500, 11_000_000, 1),
    tight('USDC', 'DAI', 500, 6_500_000, -1),
    tight('wstETH', 'WETH', 500, 9_000_000, 1),
    tight('EURC', 'USDC', 500, 1_900_000, 2),
    pancake('WETH', 'USDC', 500, 3_600_000, -1),
    pancake('WBTC', 'WETH', 2500, 1_500_000, 8),
  ],
  base: [
    uniswapV2('WETH', 'USDC', 3_800_000, -10),
    uniswapV2('WETH', 'DAI', 900_000, 13),
    uniswapV2('WBTC', 'WETH', 1_200_000, 9),
    uniswapV2('LINK', 'WETH', 500_000, -15),
    uniswapV2('ZOLL', 'WETH', 300_000, 0),
    deltaV2('WETH', 'USDC', 1_900_000, 7),
    deltaV2('WETH', 'USDT', 1_000_000, -6),
    deltaV2('USDC', 'USDT', 600_000, 4),
    deltaV2('MKR', 'DAI', 300_000, -11),
    wide('WETH', 'USDC', 500, 12_000_000, -2),
    wide('WETH', 'USDC', 3000, 5_200_000, 12),
    wide('WETH', 'USDT', 3000, 1_600_000, -9),
    wide('WBTC', 'WETH', 3000, 3_300_000, 13),
    wide('WBTC', 'USDC', 500, 2_100_000, -2),
    wide('LINK', 'WETH', 10_000, 700_000, 29),
    wide('MKR', 'WETH', 10_000, 500_000, 21),
    tight('USDC', 'USDT', 500, 4_000_000, -1),
    tight('USDC', 'DAI', 500, 2_700_000, 1),
    tight('wstETH', 'WETH', 500, 5_000_000, -1),
    tight('EURC', 'USDC', 500, 1_400_000, 2),
    pancake('WETH', 'USDC', 500, 1_800_000, 1),
    pancake('WBTC', 'USDC', 2500, 600_000, -6),
  ],
}
