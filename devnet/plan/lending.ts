import type { DevnetChainName } from './chains.ts'

/** A reserve of the lending pool. Rates and shares are in basis points, caps in whole tokens. */
export interface ReservePlan {
  symbol: string
  /** Optimal usage of the deposits, the base rate, and the slopes below and above it. */
  rates: { optimalUsageBps: number; baseBps: number; slope1Bps: number; slope2Bps: number }
  /** The treasury's share of the interest. */
  reserveFactorBps: number
  collateral: { ltvBps: number; thresholdBps: number; bonusBps: number }
  supplyCap: number
  borrowCap: number
  /** Range of the share of the deposits that is lent out. */
  usageBps: readonly [number, number]
  /** Whole units each funded account starts with in the pool. */
  grant: number
}

export type Participant = 'saver' | 'etherHolder' | 'dollarHolder'

export const RESERVES: ReservePlan[] = [
  {
    symbol: 'USDC',
    rates: { optimalUsageBps: 9000, baseBps: 0, slope1Bps: 550, slope2Bps: 6000 },
    reserveFactorBps: 1000,
    collateral: { ltvBps: 8000, thresholdBps: 8400, bonusBps: 10_450 },
    supplyCap: 120_000_000,
    borrowCap: 110_000_000,
    usageBps: [6200, 7800],
    grant: 5000,
  },
  {
    symbol: 'DAI',
    rates: { optimalUsageBps: 8000, baseBps: 25, slope1Bps: 480, slope2Bps: 7500 },
    reserveFactorBps: 1500,
    collateral: { ltvBps: 8000, thresholdBps: 8400, bonusBps: 10_500 },
    supplyCap: 40_000_000,
    borrowCap: 32_000_000,
    usageBps: [4600, 6800],
    grant: 5000,
  },
  {
    symbol: 'WETH',
    rates: { optimalUsageBps: 7000, baseBps: 50, slope1Bps: 330, slope2Bps: 8000 },
    reserveFactorBps: 1500,
    collateral: { ltvBps: 8250, thresholdBps: 8600, bonusBps: 10_500 },
    supplyCap: 60_000,
    borrowCap: 45_000,
    usageBps: [4150, 4900],
    grant: 4,
  },
]

/** First deposits of each participant, in whole tokens, multiplied by the chain's scale. */
export const DEPOSITS: Record<Participant, Record<string, number>> = {
  saver: { USDC: 8_000_000, DAI: 3_000_000, WETH: 2000 },
  etherHolder: { WETH: 22_000 },
  dollarHolder: { USDC: 36_000_000, DAI: 12_000_000 },
}

/** Borrowers whose debt sets a reserve's usage: each borrows what it does not hold. */
export const BORROWERS: Record<string, Participant> = {
  USDC: 'etherHolder',
  DAI: 'etherHolder',
  WETH: 'dollarHolder',
}

export interface VaultPlan {
  symbol: string
  name: string
  /** Symbol of the token it holds. */
  asset: string
  /** Whole units of the first deposit, and of each funded account's. */
  deposit: number
  grant: number
}

export const LENDING: Record<DevnetChainName, { prefix: string; scale: number; vault: VaultPlan }> = {
  ethereum: {
    prefix: 'Eth',
    scale: 1,
    vault: { symbol: 'sDAI', name: 'Savings Dai', asset: 'DAI', deposit: 12_000_000, grant: 2000 },
  },
  base: {
    prefix: 'Bas',
    scale: 0.4,
    vault: { symbol: 'sUSDC', name: 'Savings USD Coin', asset: 'USDC', deposit: 4_000_000, grant: 2000 },
  },
}
