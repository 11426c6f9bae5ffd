import type { Address } from '../../../../wire/lib/address.ts'
import type { AaveVersion } from '../../../modules/aave-v3/aave-version.ts'

export interface AaveMarket {
  pool: Address
  oracle: Address
  version: AaveVersion
}

/** Constant data of a reserve. */
export interface AaveReserve {
  asset: Address
  aToken: Address
  /** Unused since 3.2, which removed borrowing at a stable rate. */
  stableDebt: Address
  variableDebt: Address
  decimals: number
}
