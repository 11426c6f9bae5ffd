import { HOOKED } from './market-links.ts'
import type { MarketOptions } from './start-market.ts'

/** `npm test` draws the first of what `npm run proof fuzz` draws. */
const DRAWS_ALL = process.env.SLUICE_FUZZ === 'all'
/** Trades that each kind of liquidity has at least, in sales and in purchases. */
export const MIN_TRADES = DRAWS_ALL ? 10 : 3
/** Sales in several pairs of one pool that each kind whose pools hold more than two tokens has at least. */
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
  /** Those whose pools hold more than two tokens. */
  joint: readonly string[]
  sales: number
  purchases: number
}

/** What random routes lead through: the table of a settlement has no rows for all kinds at once. */
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
