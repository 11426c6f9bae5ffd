import type { DevnetChainName } from './chains.ts'

/** A pair of Dystopia, which takes 0.05 % of every trade. */
export interface SolidlyPairPlan {
  isStable: boolean
  a: string
  b: string
  depthUsd: number
  /** See `PoolPlan.offsetBps`. */
  offsetBps: number
}

const stable = (a: string, b: string, depthUsd: number, offsetBps: number): SolidlyPairPlan => ({
  isStable: true,
  a,
  b,
  depthUsd,
  offsetBps,
})

const volatile = (a: string, b: string, depthUsd: number, offsetBps: number): SolidlyPairPlan => ({
  ...stable(a, b, depthUsd, offsetBps),
  isStable: false,
})

/** One of each kind on each chain. */
export const SOLIDLY_PAIRS: Record<DevnetChainName, SolidlyPairPlan[]> = {
  ethereum: [stable('USDC', 'DAI', 800_000, 4), volatile('WETH', 'USDC', 700_000, 5)],
  base: [stable('USDC', 'DAI', 500_000, -4), volatile('WETH', 'USDC', 900_000, -5)],
}
