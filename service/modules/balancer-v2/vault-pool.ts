import type { Address, Hex } from '../../../src/lib/address.ts'
import type { PoolOrigin, PoolStep } from '../core/pool.ts'
import type { PoolState } from './pool-state.ts'

/** What is read of a pool of the vault, whatever its kind. */
export interface VaultPool {
  module: string
  origin: PoolOrigin
  step: PoolStep
  vault: Address
  address: Address
  poolId: Hex
  /** In the vault's order. */
  tokens: readonly Address[]
  /** Factors that scale amounts to 18 decimals; undefined for tokens with more, or that do not say. */
  scales: readonly (bigint | undefined)[]
  state: PoolState
}
