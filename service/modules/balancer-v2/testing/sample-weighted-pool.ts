import type { Address } from '../../../../wire/lib/address.ts'
import type { Pool } from '../../core/pool.ts'
import { E18, sampleAddress } from '../../testing/sample-pools.ts'
import type { PoolState } from '../pool-state.ts'
import { createWeightedPool } from '../weighted-pool.ts'

/** Creates a pool with weights of 80 % and 20 % and tokens of 18 decimals by default. */
export function sampleWeightedPool(
  state: Partial<PoolState> & { weights?: readonly bigint[] } = {},
  { scales = [], tokens: named = [] }: { scales?: readonly bigint[]; tokens?: readonly Address[] } = {},
): Pool {
  const { weights = [(E18 * 8n) / 10n, (E18 * 2n) / 10n], ...rest } = state
  const tokens = weights.map((weight, i) => ({
    address: named[i] ?? sampleAddress(0xa1 + i),
    weight,
    scale: scales[i] ?? 1n,
  }))
  return createWeightedPool(
    {
      module: 'balancer-v2',
      origin: { name: 'Balancer V2', kind: 'dex' },
      step: { kind: 6, source: 6, data: '0x' },
      vault: sampleAddress(0xbb),
      address: sampleAddress(0xf095),
      poolId: `0x${'5'.repeat(64)}`,
      tokens,
    },
    { balances: [1_000n * E18, 3_000n * E18], swapFee: (E18 * 3n) / 1000n, isPaused: false, ...rest },
  )
}
