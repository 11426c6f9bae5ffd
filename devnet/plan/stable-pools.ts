import type { DevnetChainName } from './chains.ts'

/** A composable stable pool of Balancer, with the rate of the vault's share. */
export interface StablePoolPlan {
  name: string
  symbol: string
  tokens: string[]
  depthUsd: number
  /** Flatness of the price curve near balance. */
  amplification: number
  /** Hundredths of a bip. */
  fee: number
  /** Seconds for which the pool caches the rate. */
  rateSeconds: number
}

const plan = (tokens: string[], depthUsd: number): StablePoolPlan => ({
  name: `Stable ${tokens.join(' ')}`,
  symbol: tokens.join('-'),
  tokens,
  depthUsd,
  amplification: 200,
  fee: 400,
  rateSeconds: 600,
})

export const STABLE_POOLS: Record<DevnetChainName, StablePoolPlan> = {
  ethereum: plan(['USDC', 'DAI', 'sDAI'], 900_000),
  base: plan(['USDC', 'DAI', 'sUSDC'], 600_000),
}
