import type { Pool } from '../../core/pool.ts'
import { E18, sampleIdentity, TOKENS } from '../../testing/sample-pools.ts'
import { type AaveState, createAavePool } from '../aave-pool.ts'

/** Creates a reserve without a cap. */
export function sampleAavePool(state: Partial<AaveState> = {}, tokens = TOKENS): Pool {
  return createAavePool(
    { module: 'aave-v3', origin: { name: 'Aave V3', kind: 'lending' }, source: 4 },
    sampleIdentity(0x93, tokens),
    { canSupply: true, canWithdraw: true, supplyRoom: 10n ** 30n, liquidity: 5_000n * E18, ...state },
  )
}
