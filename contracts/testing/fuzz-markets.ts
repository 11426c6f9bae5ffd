import { HOOKED } from './market-links.ts'
import type { MarketOptions } from './start-market.ts'

/** `npm test` runs the first draws of `npm run proof fuzz`. */
const DRAWS_ALL = process.env.SLUICE_FUZZ === 'all'
/** Minimum number of trades of each kind of liquidity, for sales and for purchases. */
export const MIN_TRADES = DRAWS_ALL ? 10 : 3
/**
 * Minimum number of sales in several pairs of one pool, for each kind of pools with more than two
 * tokens.
 */
export const MIN_JOINT = DRAWS_ALL ? 10 : 2
/** Kinds of liquidity that every market has. */
const KINDS = [
  'Uniswap V2',
  'fork of Uniswap V2',
  'Uniswap V3',
  'Uniswap V4',
  'StableSwap',
  'Balancer V2',
  'into Aave',
  'out of Aave',
  'into vault',
  'out of vault',
]

interface Draws {
  /** Kinds of liquidity that the market has. */
  kinds: readonly string[]
  /** Kinds whose pools hold more than two tokens. */
  joint: readonly string[]
  sales: number
  purchases: number
}

/** Markets of the fuzz test: a settlement's table has too few rows for all kinds together. */
export const FUZZ_MARKETS: readonly [string, MarketOptions, Draws][] = [
  [
    'of exchanges, hooks, and vaults, some of them in a boosted pool',
    { hasBalancerV3: true, hasBoosted: true, hasHooks: true },
    {
      kinds: [
        ...KINDS,
        'PancakeSwap V3',
        'Algebra Integral',
        'Algebra V1',
        'Slipstream',
        'Solidly',
        HOOKED,
        'Balancer V3',
        'into static wrapper',
        'out of static wrapper',
        'boosted pool',
        'wrapping, a boosted pool, unwrapping',
      ],
      joint: ['StableSwap', 'Balancer V2', 'Balancer V3'],
      ...(DRAWS_ALL ? { sales: 1_000, purchases: 600 } : { sales: 100, purchases: 75 }),
    },
  ],
  [
    'with wstETH, DAI, USDS and savings, a peg stability module, and pools of Aerodrome, a factory of StableSwap, StableSwap-NG and CryptoSwap',
    {
      hasBalancerStable: true,
      hasWrappers: true,
      hasPsm: true,
      hasPlainPools: true,
      hasStableswapNg: true,
      hasCryptoswap: true,
      hasSavings: true,
      hasAerodrome: true,
    },
    {
      kinds: [
        ...KINDS,
        'Balancer V2, stable',
        'Aerodrome, stable',
        'Aerodrome, volatile',
        'StableSwap of a factory',
        'StableSwap-NG',
        'CryptoSwap',
        'into PSM',
        'out of PSM',
        'into wstETH',
        'out of wstETH',
        'into USDS',
        'out of USDS',
        'into sDAI',
        'out of sDAI',
        'into sUSDS',
        'out of sUSDS',
      ],
      joint: ['StableSwap', 'Balancer V2', 'Balancer V2, stable', 'StableSwap-NG', 'CryptoSwap'],
      ...(DRAWS_ALL ? { sales: 1_000, purchases: 600 } : { sales: 130, purchases: 100 }),
    },
  ],
]
