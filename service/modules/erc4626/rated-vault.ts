import type { Hex } from '../../../wire/lib/address.ts'
import type { ContractCall } from '../core/module.ts'
import type { VaultGas } from './vault-pool.ts'

/** How to read a vault whose share price is independent of its totals. */
export interface RatedVault {
  gas: VaultGas
  calls: readonly ContractCall[]
  /** Returns undefined if a result is missing or inconsistent. */
  read(results: readonly (Hex | undefined)[], totals: VaultTotals): RatedState | undefined
}

interface VaultTotals {
  totalAssets: bigint
  totalSupply: bigint
  /** Assets that the vault holds. */
  balance: bigint
}

interface RatedState {
  /** Assets of 10^27 shares. */
  rate: bigint
  /** Assets that the vault can pay out. */
  idleAssets: bigint
  canDeposit: boolean
}
