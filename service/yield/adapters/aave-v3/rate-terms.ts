import type { Address, Hex } from '../../../../src/lib/address.ts'
import type { ReserveConfig } from '../../../modules/aave-v3/reserve-config.ts'
import type { ContractCall } from '../../../modules/core/module.ts'
import type { AaveMarket, AaveReserve } from './types.ts'

/** How a version of the pool calls its rate strategy. The calculation is the same, the arguments differ. */
export interface RateTerms {
  /** Calls needed besides the state common to all versions. */
  calls(market: AaveMarket, reserve: AaveReserve): ContractCall[]
  question(known: RateState): ContractCall
}

export interface RateState {
  reserve: AaveReserve
  config: ReserveConfig
  strategy: Address
  /** Including interest up to this block, as the pool computes it before a rate update. */
  variableDebt: bigint
  /** Counted as borrowed without a borrower in this pool. */
  unbacked: bigint
  deposit: bigint
  /** Results of `calls`. */
  answers: readonly (Hex | undefined)[]
}
