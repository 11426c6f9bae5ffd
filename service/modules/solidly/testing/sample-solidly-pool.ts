import type { Pool } from '../../core/pool.ts'
import { E18, sampleIdentity } from '../../testing/sample-pools.ts'
import { createSolidlyPool, type SolidlyState } from '../solidly-pool.ts'

/** Creates a pair of tokens with 18 and 6 decimals, unless `units` says otherwise. */
export function sampleSolidlyPool(
  state: Partial<SolidlyState> = {},
  { isStable = true, units = [E18, 10n ** 6n] }: { isStable?: boolean; units?: [bigint, bigint] } = {},
): Pool {
  const step = { kind: 9, source: 9, data: `0x${'0'.repeat(63)}${isStable ? 1 : 0}` } as const
  return createSolidlyPool(
    { module: 'solidly', origin: { name: 'Solidly', kind: 'dex' }, step, isStable, units },
    { ...sampleIdentity(0x97), fee: isStable ? 1 : 0 },
    {
      reserve0: 1_000_000n * E18 + 7n,
      reserve1: 1_300_000_000_003n,
      fee: 5n,
      usualFee: 5n,
      isPaused: false,
      ...state,
    },
  )
}
