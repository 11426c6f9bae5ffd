import type { Hex } from '../../../src/lib/address.ts'
import type { ContractCall } from '../core/module.ts'
import type { VaultGas } from './vault-pool.ts'

/** How to read a vault whose shares have a rate of their own, whatever its totals say. */
export interface RatedVault {
  gas: VaultGas
  calls: readonly ContractCall[]
  /** Undefined when one of the answers is missing, or they do not fit. */
  read(answers: readonly (Hex | undefined)[], totals: VaultTotals): RatedState | undefined
}

interface VaultTotals {
  totalAssets: bigint
  totalSupply: bigint
  /** Assets that lie in the vault. */
  balance: bigint
}

interface RatedState {
  /** Assets of 10^27 shares. */
  rate: bigint
  /** Assets that it pays out. */
  idleAssets: bigint
  canDeposit: boolean
}
