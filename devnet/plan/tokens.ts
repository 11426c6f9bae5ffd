import type { ManifestToken } from './manifest.ts'

export interface TokenPlan {
  symbol: string
  name: string
  decimals: number
  trait?: NonNullable<ManifestToken['trait']>
  /** Contract in `devnet/contracts`; WETH comes from its package. */
  contract: string
  /** Price at the start, to which the market returns. */
  priceUsd: number
  /** Standard deviation of one market round, in basis points of the price. */
  volatilityBps: number
  /** Whole units each funded account gets. */
  grant: number
}

/** The tokens of every chain, the well-known ones first. */
export const TOKENS: TokenPlan[] = [
  {
    symbol: 'WETH',
    name: 'Wrapped Ether',
    decimals: 18,
    contract: 'WETH9',
    priceUsd: 2840,
    volatilityBps: 8,
    grant: 100,
  },
  {
    symbol: 'USDC',
    name: 'USD Coin',
    decimals: 6,
    contract: 'DevToken',
    priceUsd: 1,
    volatilityBps: 0,
    grant: 250_000,
  },
  {
    symbol: 'USDT',
    name: 'Tether USD',
    decimals: 6,
    contract: 'UsdtLikeToken',
    trait: 'usdt-like',
    priceUsd: 0.9997,
    volatilityBps: 0.2,
    grant: 250_000,
  },
  {
    symbol: 'DAI',
    name: 'Dai Stablecoin',
    decimals: 18,
    contract: 'DevToken',
    priceUsd: 0.9999,
    volatilityBps: 0.2,
    grant: 250_000,
  },
  {
    symbol: 'WBTC',
    name: 'Wrapped Bitcoin',
    decimals: 8,
    contract: 'DevToken',
    priceUsd: 84_200,
    volatilityBps: 7,
    grant: 5,
  },
  {
    symbol: 'LINK',
    name: 'Chainlink',
    decimals: 18,
    contract: 'DevToken',
    priceUsd: 14.6,
    volatilityBps: 11,
    grant: 10_000,
  },
  {
    symbol: 'EURC',
    name: 'Euro Coin',
    decimals: 6,
    contract: 'BlocklistToken',
    trait: 'blocklist',
    priceUsd: 1.09,
    volatilityBps: 1,
    grant: 100_000,
  },
  {
    symbol: 'MKR',
    name: 'Maker',
    decimals: 18,
    contract: 'Bytes32Token',
    trait: 'bytes32',
    priceUsd: 1480,
    volatilityBps: 11,
    grant: 100,
  },
  {
    symbol: 'wstETH',
    name: 'Wrapped Staked Ether',
    decimals: 18,
    contract: 'PermitToken',
    trait: 'permit',
    priceUsd: 3436,
    volatilityBps: 8,
    grant: 50,
  },
  {
    symbol: 'ZOLL',
    name: 'Zoll (1 % on transfer)',
    decimals: 18,
    contract: 'TollToken',
    trait: 'fee-on-transfer',
    priceUsd: 0.42,
    volatilityBps: 12,
    grant: 100_000,
  },
  {
    symbol: 'xUSD',
    name: 'Cross Dollar',
    decimals: 18,
    contract: 'DevToken',
    priceUsd: 0.9994,
    volatilityBps: 0.2,
    grant: 10_000,
  },
]

export function tokenPlan(symbol: string): TokenPlan {
  const plan = TOKENS.find((token) => token.symbol === symbol)
  if (!plan) throw new Error(`No token ${symbol} is planned`)
  return plan
}
