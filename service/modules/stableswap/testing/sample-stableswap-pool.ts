import type { Address } from '../../../../wire/lib/address.ts'
import type { Pool } from '../../core/pool.ts'
import { E18, sampleAddress } from '../../testing/sample-pools.ts'
import { createStableswapPool, type StableswapPoolState } from '../stableswap-pool.ts'

/** Creates a pool with the decimals of DAI, USDC, USDT and sUSD. */
export function sampleStableswapPool(
  state: Partial<StableswapPoolState> = {},
  scales: readonly bigint[] = [1n, 10n ** 12n, 10n ** 12n, 1n],
  tokens: readonly Address[] = scales.map((_, i) => sampleAddress(0xa1 + i)),
): Pool {
  return createStableswapPool(
    {
      module: 'curve',
      origin: { name: 'Curve', kind: 'dex' },
      source: 9,
      address: sampleAddress(0xf098),
      coins: scales.map((scale, i) => ({ address: tokens[i] ?? sampleAddress(0xa1 + i), scale })),
    },
    {
      balances: [1_700_000n * E18 + 11n, 1_500_000_000_007n, 900_000_000_003n, 2_100_000n * E18 + 5n],
      amplification: 256n,
      fee: 2_000_000n,
      adminFee: 5_000_000_000n,
      code: 'first',
      ...state,
    },
  )
}

/** Creates a factory pool with 18 and 6 decimals. */
export function sampleStableswapFactoryPool(state: Partial<StableswapPoolState> = {}): Pool {
  return createStableswapPool(
    {
      module: 'curve-factory',
      origin: { name: 'Curve', kind: 'dex' },
      source: 10,
      address: sampleAddress(0xf09a),
      coins: [
        { address: sampleAddress(0xa1), scale: 1n },
        { address: sampleAddress(0xa2), scale: 10n ** 12n },
      ],
      isOfFactory: true,
    },
    {
      balances: [1_700_000n * E18 + 11n, 1_500_000_000_007n],
      amplification: 20_000n,
      fee: 1_000_000n,
      adminFee: 5_000_000_000n,
      code: 'twoCoins',
      watched: [],
      isOutdated: false,
      ...state,
    },
  )
}
