import type { Pool, PoolIdentity } from '../../core/pool.ts'
import { E18, sampleIdentity, TOKENS } from '../../testing/sample-pools.ts'
import { createPsmPool, type PsmParams, type PsmState, UNLIMITED } from '../psm-pool.ts'

/** Creates a module with a gem of 6 decimals, unless `factor` says otherwise. */
export function samplePsmPool(
  state: Partial<PsmState> = {},
  {
    tokens = TOKENS,
    ...params
  }: Partial<Pick<PsmParams, 'factor' | 'shape'>> & { tokens?: PoolIdentity['tokens'] } = {},
): Pool {
  const identity = sampleIdentity(0x99, tokens)
  return createPsmPool(
    {
      module: 'psm',
      origin: { name: 'A peg stability module', kind: 'dex' },
      source: 12,
      factor: 10n ** 12n,
      holder: identity.address,
      shape: 'module',
      ...params,
    },
    identity,
    {
      tin: E18 / 2_500n,
      tout: E18 / 2_000n + 1n,
      daiStock: 40_000_000n * E18 + 3n,
      gemsHeld: 300_000_000_000_007n,
      gemsAllowed: UNLIMITED,
      isCaged: false,
      ...state,
    },
  )
}
