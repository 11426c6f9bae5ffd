import type { Address, Hex } from '../../../../src/lib/address.ts'
import type { ReserveConfig } from '../../../modules/aave-v3/reserve-config.ts'
import type { ContractCall } from '../../../modules/core/module.ts'
import type { AaveMarket, AaveReserve } from './aave-market.ts'

/** How a pool asks its strategy for the rate after a deposit: it counts all the same, but what it says has changed. */
export interface RateTerms {
  /** What has to be known beside the state every version has. */
  calls(market: AaveMarket, reserve: AaveReserve): ContractCall[]
  question(known: RateState): ContractCall
}

export interface RateState {
  reserve: AaveReserve
  config: ReserveConfig
  strategy: Address
  /** Interest up to this block included, as the pool itself counts it before it sets a rate. */
  variableDebt: bigint
  /** Owed by nobody in this pool, yet counted as lent out. */
  unbacked: bigint
  deposit: bigint
  /** To `calls`. */
  answers: readonly (Hex | undefined)[]
}
