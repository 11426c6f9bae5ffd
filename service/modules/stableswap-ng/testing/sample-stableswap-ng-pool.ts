import type { Address } from '../../../../wire/lib/address.ts'
import type { Pool } from '../../core/pool.ts'
import { E18, sampleAddress } from '../../testing/sample-pools.ts'
import { createStableswapNgPool, type StableswapNgState } from '../stableswap-ng-pool.ts'

/** Creates a pool of coins with these decimals. Coins without a rate are plain. */
export function sampleStableswapNgPool(
  state: Partial<StableswapNgState> = {},
  {
    decimals = [18, 6, 8],
    tokens = decimals.map((_, i) => sampleAddress(0xa1 + i)),
  }: { decimals?: readonly number[]; tokens?: readonly Address[] } = {},
): Pool {
  const balances = [1_700_000n * E18 + 11n, 1_500_000_000_007n, 90_000_000_000_003n]
  return createStableswapNgPool(
    {
      module: 'curve-ng',
      origin: { name: 'Curve', kind: 'dex' },
      source: 11,
      address: sampleAddress(0xf099),
      coins: decimals.map((_, i) => ({ address: tokens[i] ?? sampleAddress(0xa1 + i) })),
    },
    {
      balances: balances.slice(0, decimals.length),
      rates: decimals.map((own) => 10n ** BigInt(36 - own)),
      amplification: 20_000n,
      fee: 1_000_000n,
      feeMultiplier: 50_000_000_000n,
      adminFee: 5_000_000_000n,
      watched: [],
      isOutdated: false,
      ...state,
    },
  )
}
