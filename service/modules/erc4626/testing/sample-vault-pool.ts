import type { Pool } from '../../core/pool.ts'
import { E18, sampleIdentity, TOKENS } from '../../testing/sample-pools.ts'
import { createVaultPool, type VaultState } from '../vault-pool.ts'

/** Creates a vault whose share is worth slightly more than one asset. */
export function sampleVaultPool(state: Partial<VaultState> = {}, tokens = TOKENS): Pool {
  return createVaultPool(
    { module: 'erc4626', origin: { name: 'A vault', kind: 'lending' }, source: 5 },
    sampleIdentity(0x94, tokens),
    {
      totalAssets: 1_234n * E18 + 5n,
      totalSupply: 1_000n * E18 + 3n,
      virtualAssets: 1n,
      virtualShares: 1n,
      depositRoom: 10n ** 30n,
      idleAssets: 10n ** 30n,
      ...state,
    },
  )
}
