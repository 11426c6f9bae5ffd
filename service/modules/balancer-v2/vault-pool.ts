import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { PoolOrigin, PoolStep } from '../core/pool.ts'
import type { PoolState } from './pool-state.ts'

/** Data of a vault pool, common to all pool types. */
export interface VaultPool {
  module: string
  origin: PoolOrigin
  step: PoolStep
  vault: Address
  address: Address
  poolId: Hex
  /** In the vault's order. */
  tokens: readonly Address[]
  /**
   * Factors that scale amounts to 18 decimals. Undefined for tokens with more decimals or unknown
   * decimals.
   */
  scales: readonly (bigint | undefined)[]
  state: PoolState
}
