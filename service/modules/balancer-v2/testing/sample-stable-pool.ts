import type { Pool } from '../../core/pool.ts'
import { E18, sampleAddress } from '../../testing/sample-pools.ts'
import { createStablePool } from '../stable-pool.ts'
import type { StableState } from '../stable-state.ts'

/**
 * Creates a pool with tokens of 18 and 6 decimals by default, and the pool's own token at index 1.
 */
export function sampleStablePool(
  state: Partial<StableState> = {},
  { scales = [1n, 10n ** 12n], roundsUp = false }: { scales?: readonly bigint[]; roundsUp?: boolean } = {},
): Pool {
  const address = sampleAddress(0xf098)
  const tokens = scales.map((scale, i) => ({ address: sampleAddress(0xa1 + i), scale }))
  return createStablePool(
    {
      module: 'balancer-v2',
      origin: { name: 'Balancer V2', kind: 'dex' },
      step: { kind: 6, source: 6, data: '0x' },
      vault: sampleAddress(0xbb),
      address,
      poolId: `${address}${'0'.repeat(24)}`,
      tokens: tokens.toSpliced(1, 0, { address, scale: 1n }),
      roundsUp,
    },
    {
      balances: [1_000_000n * E18 + 7n, 2n ** 111n, 1_300_000_000_003n],
      rates: [E18, E18, E18],
      amp: 200_000n,
      swapFee: E18 / 2_500n,
      isPaused: false,
      watched: [],
      isOutdated: false,
      ...state,
    },
  )
}
