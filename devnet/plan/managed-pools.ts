import type { DevnetChainName } from './chains.ts'

/** A pool of the Uniswap V4 manager. */
export interface ManagedPoolPlan {
  a: string
  b: string
  /** Trades the native coin instead of WETH. */
  isNative: boolean
  depthUsd: number
  /** Hundredths of a bip. */
  fee: number
  tickSpacing: number
  /** See `PoolPlan.offsetBps`. */
  offsetBps: number
}

const native = (b: string, depthUsd: number, offsetBps: number): ManagedPoolPlan => ({
  a: 'WETH',
  b,
  isNative: true,
  depthUsd,
  fee: 3000,
  tickSpacing: 60,
  offsetBps,
})

const plain = (a: string, b: string, depthUsd: number, offsetBps: number): ManagedPoolPlan => ({
  ...native(b, depthUsd, offsetBps),
  a,
  isNative: false,
})

/** One pool of the native coin and one of two tokens, on each chain. */
export const MANAGED_POOLS: Record<DevnetChainName, ManagedPoolPlan[]> = {
  ethereum: [native('USDC', 2_400_000, 6), plain('WBTC', 'USDC', 1_100_000, -9)],
  base: [native('USDC', 1_300_000, -7), plain('WBTC', 'USDC', 600_000, 8)],
}
